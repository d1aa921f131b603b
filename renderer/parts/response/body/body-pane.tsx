/** The whole body of a response: as text, as a tree, by JSONPath, as received, and byte by byte. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { beginningOf } from '../../../../shared/body-view/body-view.ts';
import type { BodyMode } from '../../../../shared/body-view/lines.ts';
import { type Exchange, wholeBody } from '../../../../shared/contract/exchange.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { downloadFile, host, messageOf } from '../../../host.ts';
import type { Pointed } from '../../../state/requests/pointing.ts';
import { Button, CopyButton, IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Input, Segmented } from '../../../ui/form.tsx';
import { sizeText } from '../../../ui/format.ts';
import { Problem } from '../../../ui/messages.tsx';
import { Head } from '../../../ui/panel.tsx';
import { type BodyAccess, bodyAccess } from './body-access.ts';
import { valuesOfLines } from './json-paths.ts';
import { PathView } from './path-view.tsx';
import { TextView } from './text-view.tsx';
import { TreeView } from './tree-view.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './body-pane.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.response.body;

type Mode = BodyMode | 'tree' | 'path';

const JSON_MODES = [
  { value: 'pretty', label: t.text },
  { value: 'tree', label: t.tree },
  { value: 'path', label: t.jsonpath },
  { value: 'raw', label: t.raw },
  { value: 'hex', label: t.bytes },
] as const;
const TEXT_MODES = [
  { value: 'raw', label: t.text },
  { value: 'hex', label: t.bytes },
] as const;

/** Maximum number of lines whose values have a menu. */
const MOST_VALUES = 10_000;
const NO_VALUES: readonly (Pointed | null)[] = [];

export function BodyPane({ exchange }: { exchange: Exchange }) {
  const access = useMemo(() => bodyAccess(exchange), [exchange]);
  const json = /^\s*[[{]/.test(exchange.response?.body ?? '');
  const [mode, setMode] = useState<Mode>(json ? 'pretty' : 'raw');
  const bytes = exchange.response?.bodyBytes ?? 0;
  const whole = useMemo(() => wholeBody(exchange), [exchange]);
  // The page does not have every line of a larger body.
  const values = useMemo(
    () => (json && whole !== null ? valuesOfLines(beginningOf(whole, MOST_VALUES).lines) : NO_VALUES),
    [json, whole],
  );
  const search = useSearch(access, mode === 'tree' || mode === 'path' ? null : mode);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    try {
      downloadFile((await host.call('body.save', { id: exchange.id })).download);
      setProblem(null);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  if (bytes === 0) return <p className={classes(layout.pad, textStyles.soft)}>{t.none}</p>;
  return (
    <div className={styles.pane}>
      <Head part>
        <Segmented<Mode>
          label={t.showAs}
          value={mode}
          options={json ? JSON_MODES : TEXT_MODES}
          onChange={setMode}
        />
        <span className={classes(textStyles.soft, textStyles.small, textStyles.nowrap)}>
          {sizeText(bytes)}
        </span>
        {whole !== null && <CopyButton text={whole} label={texts.common.copy} what={t.copyWhat} />}
        {exchange.notKept === null && (
          <Button size="small" onClick={() => void save()}>
            {t.save}
          </Button>
        )}
        <span className={layout.grow} />
        {mode !== 'tree' && mode !== 'path' && <SearchField search={search} />}
      </Head>
      <Problem text={problem ?? search.problem} />
      {mode === 'tree' ? (
        <TreeView access={access} />
      ) : mode === 'path' ? (
        <PathView access={access} />
      ) : (
        <TextView
          key={mode}
          access={access}
          mode={mode}
          bytes={bytes}
          marked={search.found === null ? '' : search.text}
          found={search.found}
          values={mode === 'pretty' ? values : NO_VALUES}
        />
      )}
    </div>
  );
}

/** Milliseconds after the last key before a search starts. */
const PAUSE = 200;

interface Result {
  /** The text and mode that were searched: the result is not shown for others. */
  text: string;
  mode: BodyMode;
  /** Numbers of the lines that contain the text. */
  lines: readonly number[];
  more: boolean;
  /** Index in `lines`. */
  at: number;
  found: { line: number } | null;
}

function useSearch(access: BodyAccess, mode: BodyMode | null) {
  const [text, setText] = useState('');
  const [last, setLast] = useState<Result | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (text === '' || mode === null) return undefined;
    let isOutdated = false;
    const timer = setTimeout(() => {
      access
        .search(mode, text)
        .then(({ lines, more }) => {
          const [first] = lines;
          const found = first === undefined ? null : { line: first };
          if (!isOutdated) setLast({ text, mode, lines, more, at: 0, found });
        })
        .catch((error: unknown) => setProblem(messageOf(error)));
    }, PAUSE);
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [access, mode, text]);
  const result = last?.text === text && last.mode === mode ? last : null;
  const step = (by: number) => {
    if (!result || result.lines.length === 0) return;
    const at = (result.at + by + result.lines.length) % result.lines.length;
    setLast({ ...result, at, found: { line: result.lines[at] ?? 0 } });
  };
  return {
    text,
    setText,
    lines: result?.lines ?? null,
    more: result?.more ?? false,
    at: result?.at ?? 0,
    found: result?.found ?? null,
    step,
    problem,
  };
}

function SearchField({ search }: { search: ReturnType<typeof useSearch> }) {
  const { text, setText, lines, more, at, step } = search;
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && text !== '') setText('');
    else return;
    event.preventDefault();
  };
  const none = lines !== null && lines.length === 0;
  return (
    <>
      <output className={classes(textStyles.soft, textStyles.small, textStyles.num)} aria-live="polite">
        {none && t.notFound}
        {lines !== null && !none && (more ? t.positionOrMore : t.position)(at + 1, lines.length)}
      </output>
      <Input
        type="search"
        className={styles.search}
        aria-label={t.searchTitle}
        placeholder={t.search}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keys}
      />
      <IconButton
        label={t.previous}
        shortcut={t.shiftEnter}
        Icon={ArrowUp}
        disabled={!lines || none}
        onClick={() => step(-1)}
      />
      <IconButton
        label={t.next}
        shortcut={t.enter}
        Icon={ArrowDown}
        disabled={!lines || none}
        onClick={() => step(1)}
      />
    </>
  );
}
