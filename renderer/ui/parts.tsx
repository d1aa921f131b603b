/** Small shared parts: rule id, badge glyphs, segmented choice, numbered lines. */
import { Check, CircleDot, Minus, TriangleAlert, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { ruleText } from '../../shared/xs2a/rules.ts';
import { texts } from '../../shared/texts/texts.ts';

const t = texts.common;

export type Tone = 'ok' | 'warn' | 'bad' | 'plain';

/** State is glyph and word before it is colour. */
export function Glyph({ tone, size = 14 }: { tone: Tone; size?: number }) {
  const common = { size, 'aria-hidden': true, strokeWidth: 2 } as const;
  switch (tone) {
    case 'ok':
      return <Check {...common} className="c-ok" />;
    case 'warn':
      return <TriangleAlert {...common} className="c-warn" />;
    case 'bad':
      return <X {...common} className="c-bad" />;
    case 'plain':
      return <Minus {...common} className="faint" />;
  }
}

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`badge ${tone}`}>
      {tone === 'plain' ? <CircleDot size={12} aria-hidden="true" /> : <Glyph tone={tone} size={12} />}
      {children}
    </span>
  );
}

/** A rule id, dotted underline; pressing it opens the rule's sentence beside it. */
export function Rule({ id }: { id: string }) {
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const panelId = useId();
  const text = ruleText(id);
  if (text === null) return <span className="rule">{id}</span>;
  return (
    <>
      <button
        type="button"
        className="rule"
        title={text}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const element = panel.current;
          if (!element) return;
          element.togglePopover();
          element.style.top = `${Math.min(box.bottom + 4, window.innerHeight - element.offsetHeight - 8)}px`;
          element.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - element.offsetWidth - 8))}px`;
        }}
      >
        {id}
      </button>
      <div
        ref={panel}
        id={panelId}
        popover="auto"
        className="rule-text"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        <b>{id}</b> {text}
      </div>
    </>
  );
}

/** One of a few, joined: a radio group in the dress of one button. */
export function Segmented<T extends string>(props: {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}) {
  const { label, value, options, onChange } = props;
  const name = useId();
  return (
    <fieldset className="segmented" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="sr"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

/** A tab list; the panel is the caller's. */
export function Tabs<T extends string>(props: {
  label: string;
  value: T;
  tabs: readonly { value: T; label: string; count?: number }[];
  panelId: string;
  onChange: (value: T) => void;
}) {
  const { label, value, tabs, panelId, onChange } = props;
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = (tabs.findIndex((tab) => tab.value === value) + step + tabs.length) % tabs.length;
    const next = tabs[at];
    if (!next) return;
    onChange(next.value);
    list.current?.querySelectorAll('button')[at]?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={label} ref={list}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          className="inset"
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          onKeyDown={move}
        >
          {tab.label}
          {tab.count !== undefined && <span className="count">{tab.count}</span>}
        </button>
      ))}
    </div>
  );
}

/** Head of a column of buttons: a word for those who do not see them. */
export function ActionsHead() {
  return (
    <th scope="col">
      <span className="sr">{t.actions}</span>
    </th>
  );
}

/** Numbered lines of what crosses the wire. */
export function Ledger({ lines, label }: { lines: readonly ReactNode[]; label: string }) {
  return (
    <ol className="ledger" aria-label={label}>
      {lines.map((line, at) => (
        <li key={at} className="ledger-line">
          <span className="n" aria-hidden="true">
            {at + 1}
          </span>
          <span className="v">{line}</span>
        </li>
      ))}
    </ol>
  );
}

/** `name: value` with the name set apart. */
export function HeaderLine({ text }: { text: string }) {
  const colon = text.indexOf(': ');
  if (colon < 0) return <>{text}</>;
  return (
    <>
      <span className="k">{text.slice(0, colon)}:</span>
      {text.slice(colon + 1)}
    </>
  );
}

/** A line of pretty JSON, its key set apart. */
export function JsonText({ text }: { text: string }) {
  const match = /^(\s*)("(?:[^"\\]|\\.)*")(:.*)$/s.exec(text);
  if (!match) return <>{text}</>;
  return (
    <>
      {match[1]}
      <span className="json-key">{match[2]}</span>
      {match[3]}
    </>
  );
}

/** Pretty JSON, a line each, keys set apart; other text as it is. */
export function jsonLines(text: string): ReactNode[] {
  let pretty = text;
  try {
    pretty = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Not JSON: the text itself is what was sent.
  }
  return pretty.split('\n').map((line) => <JsonText key={line} text={line} />);
}
