/** What was damaged at this start and put aside, across the window until it is closed. */
import { useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';

const t = texts.frame.notices;

export function Notices() {
  const notices = useStatus((store) => store.status?.notices);
  const [closed, setClosed] = useState(false);
  if (notices === undefined || notices.length === 0 || closed) return null;
  return (
    <Note as="div" tone="warn" role="alert">
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
      <Button onClick={() => setClosed(true)}>{t.close}</Button>
    </Note>
  );
}
