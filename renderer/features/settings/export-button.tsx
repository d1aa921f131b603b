/** Lets the person take everything with them: one file, without keys and secret values. */
import { useState } from 'react';
import { downloadFile, host, messageOf } from '../../host.ts';
import { Problem } from '../../ui/form.tsx';

export function ExportButton() {
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    try {
      downloadFile((await host.call('app.export', {})).download);
      setProblem(null);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <>
      <button type="button" className="btn sm" onClick={() => void save()}>
        Export everything
      </button>
      <Problem text={problem} />
    </>
  );
}
