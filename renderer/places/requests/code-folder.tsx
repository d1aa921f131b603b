/** Saves the program in a folder that runs as it is. The private key is in it only if the user ticks that. */
import { useState } from 'react';
import type { Language } from '../../../shared/snippets/languages.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { understood } from '../../../shared/requests/compose.ts';
import { downloadFile, host, messageOf } from '../../host.ts';
import { activeTab } from '../../state/requests/store.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Problem } from '../../ui/form.tsx';
import layout from '../../ui/layout.module.css';
import styles from './code-folder.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.requests.code;

export function CodeFolder({ language }: { language: Language }) {
  const [withKey, setWithKey] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    const { request, path } = activeTab();
    try {
      const order = { request: understood(request), path, language, withKey };
      downloadFile((await host.call('requests.codeFolder', order)).download);
      setProblem(null);
      // The next folder has the key only if it is asked for again.
      setWithKey(false);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <div className={classes(layout.actions, styles.folder)}>
      <Button size="small" title={t.folderHint} onClick={() => void save()}>
        {t.saveFolder}
      </Button>
      <label className={textStyles.small}>
        <input type="checkbox" checked={withKey} onChange={({ target }) => setWithKey(target.checked)} />{' '}
        {t.withKey}
      </label>
      <Problem text={problem} />
    </div>
  );
}
