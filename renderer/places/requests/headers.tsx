/**
 * The headers: those that are filled in and why, those that the user has written, and those that the user has left out.
 * While the request cannot be prepared, those that the user has written can be corrected here.
 */
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Prepared } from '../../../shared/requests/prepared.ts';
import { operationOf } from '../../../shared/requests/request.ts';
import { REQUEST_HEADERS } from '../../../shared/xs2a/request-headers.ts';
import { readHeaderLines } from '../../../shared/xs2a/http-syntax.ts';
import { setHeader } from '../../state/requests/editing.ts';
import { useActiveTab } from '../../state/requests/store.ts';
import { ActionsHead } from '../../ui/actions-head.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { InlineInput, Select } from '../../ui/controls.tsx';
import { Count } from '../../ui/badge.tsx';
import { CORPORATE_ID } from '../../../shared/contract/recent-ids.ts';
import { SuggestingInput } from '../../ui/suggesting-input.tsx';
import { IdField } from './id-field.tsx';
import { NewField, useNewField } from './new-field.tsx';
import { Rule } from '../../ui/rule.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './headers.module.css';
import textStyles from '../../ui/text.module.css';
import { ownValue } from '../../../shared/own-value.ts';

const t = texts.requests.headers;

type Sent = Prepared['headers'];

export function Headers() {
  const prepared = useActiveTab((tab) => tab.prepared);
  const own = useActiveTab(({ request }) => request.headers);
  const isBlocked = useActiveTab((tab) => tab.blocked !== null);
  const { held, button, row } = useNewField();
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
      name="request.headers"
      title={t.title}
      fact={
        <>
          <Count>{sent.length}</Count>
          <span className={classes(textStyles.soft, textStyles.small, textStyles.cut, textStyles.remark)}>
            {t.hint}
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
            // The user's own text with its {{placeholders}}, or the value that is filled in.
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
                    <IconButton
                      className={styles.reset}
                      // Without it, the workbench fills in those that a rule asks for, and leaves the others out.
                      label={header.rule === null ? t.remove(header.name) : t.fillAgain(header.name)}
                      Icon={X}
                      size={12}
                      onClick={() => setHeader(header.name, null)}
                    />
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
                <IconButton
                  className={styles.reset}
                  label={t.fillAgain(name)}
                  Icon={X}
                  size={12}
                  onClick={() => setHeader(name, null)}
                />
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

const SUGGESTED = {
  names: [...REQUEST_HEADERS.values()].map(({ name, text }) => ({ value: name, about: text })),
  valuesOf: (name: string) => REQUEST_HEADERS.get(name.toLowerCase())?.values ?? [],
};

const isSame = (name: string, other: string | null | undefined) =>
  name.toLowerCase() === other?.toLowerCase();

/** The headers that were filled in last, with what the user has written since then. */
function asWritten(last: Sent, own: Readonly<Record<string, string>>): Sent {
  const { yours } = texts.core.compose;
  const kept = last.filter(({ name, source }) =>
    source === yours ? Object.hasOwn(own, name.toLowerCase()) : ownValue(own, name.toLowerCase()) !== '',
  );
  const names = new Set(kept.map(({ name }) => name.toLowerCase()));
  const added = Object.entries(own).filter(([name, value]) => value !== '' && !names.has(name));
  return [...kept, ...added.map(([name, value]) => ({ name, value, source: yours, rule: null, line: null }))];
}

/** A header whose value is being replaced, and has just been emptied: its field stays where it is until it loses the focus. */
interface Emptied {
  header: Sent[number];
  /** Its position in the list. */
  at: number;
}

/** The list with the header that is being replaced, which is omitted for as long as it is empty. */
function withEmptied(listed: Sent, emptied: Emptied | null): Sent {
  if (emptied === null || listed.some(({ name }) => isSame(name, emptied.header.name))) return listed;
  const row = { ...emptied.header, value: '', source: t.leftOut, line: null };
  return listed.toSpliced(emptied.at, 0, row);
}

function HeaderValue({
  header,
  written,
  onValue,
}: {
  header: { name: string; value: string };
  /** The user's own text; undefined if the value is filled in. */
  written: string | undefined;
  onValue: (next: string) => void;
}) {
  const { name, value: title } = header;
  /** What is filled in changes at any time, but not under the cursor of somebody who is about to replace it. */
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

/** The optional header that chooses between the bank's SCA pages and its app (HDR-4). */
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
