/** The request as text, with the headers that are added when it is sent. */
import { useEffect, useMemo, useState } from 'react';
import { texts } from '../../../../shared/texts/texts.ts';
import { readPasted } from '../../../../shared/interchange/pasted.ts';
import { readRaw, writeRaw } from '../../../../shared/requests/raw-text.ts';
import { setRaw } from '../../../state/requests/editing.ts';
import { clearEditorTarget, useEditorTarget } from '../../../state/requests/navigation.ts';
import { replaceByPasted, usePasting } from '../../../state/requests/pasting.ts';
import { useActiveTab } from '../../../state/requests/store.ts';
import { classes } from '../../../ui/classes.ts';
import { CodeEditor } from '../../../ui/code-editor.tsx';
import { Problem } from '../../../ui/messages.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Count } from '../../../ui/labels.tsx';
import { HeaderLine, Ledger } from '../../../ui/wire-text.tsx';
import styles from './composer.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.raw;

export function RawView() {
  const request = useActiveTab((tab) => tab.request);
  const prepared = useActiveTab((tab) => tab.prepared);
  const { raw, headers } = request;
  const goTo = useEditorTarget((store) => store.goTo);
  // Runs after the effects of the editor.
  useEffect(clearEditorTarget, [goTo]);
  const written = writeRaw(request);
  /** The user's text, which may differ from what the workbench writes for the same request. */
  const [typed, setTyped] = useState<{ text: string; meant: string } | null>(null);
  const text = raw ?? (typed?.meant === written ? typed.text : written);
  const reading = readRaw(text, request);
  const fault = reading.ok ? null : reading.text;
  const line = reading.ok ? 0 : reading.line;
  const notes = useMemo(() => (fault === null ? [] : [{ line, text: fault }]), [line, fault]);
  const change = (next: string) => {
    const read = readRaw(next, request);
    setTyped({ text: next, meant: read.ok ? writeRaw(read.request) : '' });
    setRaw(next, read.ok ? read.request : null);
  };
  const paste = (pastedText: string, isAll: boolean) => {
    const pasted = readPasted(pastedText);
    if (pasted === null) return false;
    // An address or HTTP pasted into the text is a part of it.
    const isPart = !isAll && (pasted.kind === 'address' || pasted.kind === 'http');
    if (isPart) return false;
    if (pasted.kind === 'http' && pasted.asSigned === null && readRaw(pastedText.trim(), request).ok) {
      usePasting.setState({ note: null });
      return false;
    }
    replaceByPasted(pasted);
    return true;
  };
  const added = (prepared?.headers ?? []).filter(({ name }) => !(name.toLowerCase() in headers));
  return (
    <>
      <div className={styles.editor}>
        <span className={classes(textStyles.soft, textStyles.small)}>{t.hint}</span>
        <CodeEditor
          label={texts.common.request}
          language="text"
          value={text}
          onChange={change}
          onPaste={paste}
          notes={notes}
          goTo={goTo}
        />
      </div>
      <Problem text={fault && t.faultAt(line, fault)} />
      <Panel name="request.added" title={t.added} fact={<Count>{added.length}</Count>}>
        <div className={textStyles.wire}>
          <Ledger
            label={t.addedHeaders}
            lines={added.map(({ name, value }) => (
              <HeaderLine key={name} text={`${name}: ${value}`} />
            ))}
          />
        </div>
      </Panel>
    </>
  );
}
