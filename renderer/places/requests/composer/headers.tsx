/** The headers: filled in, set by the user, or left out by the user. Those set by the user can be edited while the request is blocked. */
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { texts } from '../../../../shared/texts/texts.ts';
import type { Prepared } from '../../../../shared/requests/prepared.ts';
import { operationOf } from '../../../../shared/requests/request.ts';
import { REQUEST_HEADERS } from '../../../../shared/xs2a/request-headers.ts';
import { readHeaderLines } from '../../../../shared/xs2a/http-syntax.ts';
import { CORPORATE_ID } from '../../../../shared/contract/recent-ids.ts';
import { ownValue } from '../../../../shared/own-value.ts';
import { setHeader } from '../../../state/requests/editing.ts';
import { useActiveTab } from '../../../state/requests/store.ts';
import { Panel } from '../../../ui/panel.tsx';
import { ActionsHead, Table } from '../../../ui/table.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { InlineInput, Select } from '../../../ui/form.tsx';
import { Count } from '../../../ui/labels.tsx';
import { SuggestingInput } from '../../../ui/suggesting-input.tsx';
import { Rule } from '../../../ui/popover.tsx';
import { NewField, useNewField, IdField } from './added-fields.tsx';
import styles from './headers.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.headers;

type Sent = Prepared['headers'];

/** @param props.isBrief whether those that are filled in are one line until someone opens it, because the body needs the room */
export function Headers({ isBrief }: { isBrief: boolean }) {
  const prepared = useActiveTab((tab) => tab.prepared);
  const own = useActiveTab(({ request }) => request.headers);
  const isBlocked = useActiveTab((tab) => tab.blocked !== null);
  const { held, button, row } = useNewField();
  // One set by hand, or left out, is worth a look.
  const [isFolded] = useState(() => isBrief && Object.keys(own).length === 0);
  const [emptied, setEmptied] = useState<Emptied | null>(null);
  if (!prepared && !isBlocked) return null;
  const sent = isBlocked ? asWritten(prepared?.headers ?? [], own) : (prepared?.headers ?? []);
  const listed = withEmptied(
    sent.filter(({ name }) => !isPreferred(name) && !isSame(name, held)),
    emptied,
  );
  const left = Object.entries(own).filter(
    ([name, value]) =>
      value === '' && !isPreferred(name) && !listed.some((header) => header.name.toLowerCase() === name),
  );
  return (
    <Panel
      name={isFolded ? 'request.headers.brief' : 'request.headers'}
      folded={isFolded ? 'first' : undefined}
      title={t.title}
      fact={
        <>
          <Count>{sent.length}</Count>
          <span title={t.hint} className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>
            {t.filledIn(sent.filter(({ line }) => line !== null).length)}
          </span>
        </>
      }
      actions={
        <Button size="small" {...button}>
          <Plus size={12} aria-hidden="true" />
          {t.add}
        </Button>
      }
    >
      <Table className={styles.headers} aria-label={t.title}>
        <thead>
          <tr>
            <th scope="col" className={styles.line}>
              <span className={textStyles.spoken}>{t.signedLine}</span>
            </th>
            <th scope="col" className={styles.name}>
              {t.header}
            </th>
            <th scope="col">{texts.common.value}</th>
            <th scope="col" className={styles.source}>
              {t.from}
            </th>
            <th scope="col" className={styles.rule}>
              {t.rule}
            </th>
            <ActionsHead className={styles.again} />
          </tr>
        </thead>
        <tbody>
          {listed.map((header, at) => {
            // The user's text with its {{placeholders}}.
            const written = ownValue(own, header.name.toLowerCase());
            return (
              <tr
                key={header.name.toLowerCase()}
                onBlur={({ currentTarget, relatedTarget }) => {
                  if (!currentTarget.contains(relatedTarget)) setEmptied(null);
                }}
              >
                <td className={classes(textStyles.num, styles.signed)}>{header.line}</td>
                <th scope="row" className={textStyles.mono}>
                  {header.name}
                </th>
                <td>
                  <HeaderValue
                    header={header}
                    written={written}
                    onValue={(next) => {
                      if (next === '') setEmptied({ header, at });
                      setHeader(header.name, next);
                    }}
                  />
                </td>
                <td className={classes(styles.sourceCell, textStyles.soft, textStyles.small)}>
                  {header.source}
                </td>
                <td>{header.rule !== null && <Rule id={header.rule} />}</td>
                <td>
                  {written !== undefined && (
                    // The workbench fills in headers that a rule requires, and omits others.
                    <ResetButton name={header.name} isRemoved={header.rule === null} />
                  )}
                </td>
              </tr>
            );
          })}
          <RedirectPreferred sent={sent.find(({ name }) => isPreferred(name))} />
          {left.map(([name]) => (
            <tr key={name}>
              <td />
              <th scope="row" className={classes(textStyles.mono, textStyles.faint)}>
                {name}
              </th>
              <td className={textStyles.soft}>{t.leftOut}</td>
              <td className={classes(styles.sourceCell, textStyles.soft, textStyles.small)}>
                {texts.core.compose.yours}
              </td>
              <td />
              <td>
                <ResetButton name={name} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {row !== null && (
        <NewField
          key={row.key}
          kind="header"
          suggested={SUGGESTED}
          keyOf={(name) => name.toLowerCase()}
          isTaken={(name) => Object.hasOwn(own, name.toLowerCase())}
          faultOf={(name, value) => {
            const read = readHeaderLines([`${name}: ${value}`]);
            return read.ok ? null : read.text;
          }}
          onSet={setHeader}
          {...row.props}
        />
      )}
    </Panel>
  );
}

function ResetButton({ name, isRemoved = false }: { name: string; isRemoved?: boolean }) {
  return (
    <IconButton
      className={styles.reset}
      label={isRemoved ? t.remove(name) : t.fillAgain(name)}
      Icon={X}
      size={12}
      onClick={() => setHeader(name, null)}
    />
  );
}

const SUGGESTED = {
  names: [...REQUEST_HEADERS.values()].map(({ name, text }) => ({ value: name, about: text })),
  valuesOf: (name: string) => REQUEST_HEADERS.get(name.toLowerCase())?.values ?? [],
};

const isSame = (name: string, other: string | null | undefined) =>
  name.toLowerCase() === other?.toLowerCase();

/** The last prepared headers, with the user's changes since then. */
function asWritten(last: Sent, own: Readonly<Record<string, string>>): Sent {
  const { yours } = texts.core.compose;
  const kept = last.filter(({ name, source }) =>
    source === yours ? Object.hasOwn(own, name.toLowerCase()) : ownValue(own, name.toLowerCase()) !== '',
  );
  const names = new Set(kept.map(({ name }) => name.toLowerCase()));
  const added = Object.entries(own).filter(([name, value]) => value !== '' && !names.has(name));
  return [...kept, ...added.map(([name, value]) => ({ name, value, source: yours, rule: null, line: null }))];
}

/** An emptied header, whose field stays in place until it loses the focus. */
interface Emptied {
  header: Sent[number];
  at: number;
}

function withEmptied(listed: Sent, emptied: Emptied | null): Sent {
  if (emptied === null || listed.some(({ name }) => isSame(name, emptied.header.name))) return listed;
  const row = { ...emptied.header, value: '', source: t.leftOut, line: null };
  return listed.toSpliced(emptied.at, 0, row);
}

function HeaderValue(props: {
  header: { name: string; value: string };
  /** The user's text; undefined if the value is filled in. */
  written: string | undefined;
  onValue: (next: string) => void;
}) {
  const { header, written, onValue } = props;
  const { name, value: title } = header;
  /** A filled-in value does not change while its field has the focus. */
  const [held, setHeld] = useState<string | null>(null);
  const common = { className: textStyles.mono, 'aria-label': name, title };
  return name.toLowerCase() === CORPORATE_ID ? (
    <IdField {...common} value={written ?? title} look="inline" name={CORPORATE_ID} onValue={onValue} />
  ) : SUGGESTED.valuesOf(name).length > 0 ? (
    <SuggestingInput
      {...common}
      look="inline"
      lead="value"
      value={written ?? title}
      onValue={onValue}
      suggestions={SUGGESTED.valuesOf(name)}
      listLabel={texts.requests.newField.values(name)}
    />
  ) : (
    <InlineInput
      {...common}
      value={written ?? held ?? title}
      onFocus={() => setHeld(title)}
      onBlur={() => setHeld(null)}
      onChange={({ target }) => onValue(target.value)}
    />
  );
}

const PREFERRED = 'TPP-Redirect-Preferred';
const isPreferred = (name: string) => name.toLowerCase() === PREFERRED.toLowerCase();

/** Chooses between the bank's SCA pages and its app (HDR-4). */
function RedirectPreferred({ sent }: { sent: { value: string; source: string } | undefined }) {
  const operation = useActiveTab(({ request }) => operationOf(request));
  const written = useActiveTab(({ request }) => request.headers[PREFERRED.toLowerCase()]);
  if (!operation.redirectHeaders && sent === undefined) return null;
  const value = written ?? sent?.value ?? '';
  return (
    <tr>
      <td />
      <th scope="row" className={textStyles.mono}>
        {PREFERRED}
      </th>
      <td>
        <Select
          className={styles.choice}
          aria-label={PREFERRED}
          value={value}
          onChange={({ target }) => setHeader(PREFERRED, target.value === '' ? null : target.value)}
        >
          <option value="">{t.preferredNotSent}</option>
          <option value="true">{t.preferredBrowser}</option>
          <option value="false">{t.preferredApp}</option>
          {!['', 'true', 'false'].includes(value) && <option>{value}</option>}
        </Select>
      </td>
      <td className={classes(styles.sourceCell, textStyles.soft, textStyles.small)}>
        {sent?.source ?? t.optional}
      </td>
      <td>
        <Rule id="HDR-4" />
      </td>
      <td />
    </tr>
  );
}
