/** What a step, group, flow or collection says about itself. */
import { useState } from 'react';
import { host, messageOf } from '../../host.ts';
import { openTab } from '../../state/own-window.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { Problem } from '../../ui/messages.tsx';
import layout from '../../ui/layout.module.css';

/** @param props.text Markdown; nothing is shown without one */
export function About({ text }: { text: string | undefined }) {
  const [problem, setProblem] = useState<string | null>(null);
  if (text === undefined) return null;
  const openLink = async (href: string) => {
    try {
      openTab((await host.call('saved.openLink', { href })).tab);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <div className={layout.pad}>
      <Problem text={problem} />
      <Markdown text={text} onLink={(href) => void openLink(href)} />
    </div>
  );
}
