/** What a step, group, flow or collection says about itself. */
import { host } from '../../host.ts';
import { useAttempt } from '../../state/attempt.ts';
import { openTab } from '../../state/own-window.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { Problem } from '../../ui/messages.tsx';
import layout from '../../ui/layout.module.css';

/** @param props.text Markdown; nothing is shown without one */
export function About({ text }: { text: string | undefined }) {
  const { problem, attempt } = useAttempt();
  if (text === undefined) return null;
  const openLink = (href: string) =>
    attempt(async () => openTab((await host.call('saved.openLink', { href })).tab));
  return (
    <div className={layout.pad}>
      <Problem text={problem} />
      <Markdown text={text} onLink={(href) => void openLink(href)} />
    </div>
  );
}
