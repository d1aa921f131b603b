/** Across the window: that the host is gone, or what was damaged at this start and put aside, or that the data folder is gone, or which files could not be opened, until it is closed. */
import { useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { useUnopened } from '../../state/unopened.ts';
import { useReach } from '../../state/reach.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import layout from '../../ui/layout.module.css';

const t = texts.frame.notices;

export function Notices() {
  return (
    <>
      <OfStart />
      <OfOpened />
    </>
  );
}

function OfOpened() {
  const { problems, close } = useUnopened();
  if (problems.length === 0) return null;
  return (
    <Note as="div" tone="bad" role="alert">
      <div className={layout.grow}>
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      <Button onClick={close}>{t.close}</Button>
    </Note>
  );
}

function OfStart() {
  const notices = useStatus((store) => store.status?.notices);
  const [closed, setClosed] = useState<readonly string[]>([]);
  const isReached = useReach((store) => store.isReached);
  if (!isReached)
    return (
      <Note tone="bad" role="alert">
        {texts.app.host.noResponse}
      </Note>
    );
  // One may come later.
  const open = notices?.filter((notice) => !closed.includes(notice)) ?? [];
  if (open.length === 0) return null;
  return (
    <Note as="div" tone="warn" role="alert">
      <div className={layout.grow}>
        {open.map((notice) => (
          <p key={notice}>{notice}</p>
        ))}
      </div>
      <Button onClick={() => setClosed([...closed, ...open])}>{t.close}</Button>
    </Note>
  );
}
