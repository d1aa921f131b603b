/** The other ways to send: unsigned, elsewhere, or broken on purpose; and the note about a deliberate fault. */
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Fault } from '../../../../shared/faults/fault.ts';
import { FAULTS, faultById } from '../../../../shared/faults/faults.ts';
import { CAUSES } from '../../../../shared/signing/causes/catalogue.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { operationOf } from '../../../../shared/requests/request.ts';
import { shortcutOf } from '../../../state/frame.ts';
import { useEnvironments } from '../../../state/environments.ts';
import { setFault } from '../../../state/requests/editing.ts';
import { hasWords, wordsOf } from '../../../state/requests/search.ts';
import { send } from '../../../state/requests/sending.ts';
import { useActiveTab } from '../../../state/requests/store.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Glyph, Kbd, Sentence } from '../../../ui/labels.tsx';
import { Input, Select } from '../../../ui/form.tsx';
import { Note } from '../../../ui/messages.tsx';
import { optionsOf } from '../../../ui/options.tsx';
import { Menu, MenuAction, MenuEnd, Rule } from '../../../ui/popover.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './send-menu.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.sendMenu;
const composerTexts = texts.requests.composer;

const UNSIGNED = 'no-signature';

/** @param props.canSend whether the request can be sent now; if not, a fault is only chosen */
export function SendMenu({ canSend }: { canSend: boolean }) {
  const search = useRef<HTMLInputElement>(null);
  const sendWith = (fault: string) => {
    setFault(fault);
    if (canSend) void send();
  };
  /** What is typed anywhere in the menu is searched for. */
  const type = ({ key, ctrlKey, metaKey, target }: KeyboardEvent) => {
    if (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && target instanceof HTMLButtonElement)
      search.current?.focus();
  };
  return (
    <Menu label={t.title} short="" look="go" size="large" isAtEnd>
      <div className={styles.menu} onKeyDown={type} role="presentation">
        <MenuAction disabled={!canSend} onClick={() => void send()}>
          {composerTexts.send}{' '}
          <MenuEnd>
            <Kbd>{shortcutOf('send') ?? ''}</Kbd>
          </MenuEnd>
        </MenuAction>
        <MenuAction onClick={() => sendWith(UNSIGNED)}>
          {t.unsigned} <Code of={faultById(UNSIGNED)} />
        </MenuAction>
        <EnvironmentChoice />
        <Faults search={search} onChoose={sendWith} />
      </div>
    </Menu>
  );
}

/** Where requests go, if there is a choice. */
function EnvironmentChoice() {
  const { list, load, choose } = useEnvironments();
  useEffect(() => void load(), [load]);
  const current = list?.find((one) => one.current);
  if (list === null || list.length < 2 || current === undefined) return null;
  return (
    <label className={styles.environment}>
      {composerTexts.sendTo}
      <Select title={current.baseUrl} value={current.id} onChange={({ target }) => void choose(target.value)}>
        {optionsOf(list, ({ id, name }) => [id, name])}
      </Select>
    </label>
  );
}

/** The faults that fit the request, each with the response that the bank must give. */
function Faults(props: { search: RefObject<HTMLInputElement | null>; onChoose: (fault: string) => void }) {
  const { search, onChoose } = props;
  const operation = useActiveTab(({ request }) => operationOf(request));
  const hasBody = useActiveTab(({ request }) => request.body !== '');
  const chosen = useActiveTab(({ request }) => request.fault);
  const hasPsu = useActiveTab(
    ({ prepared }) => prepared?.headers.some(({ name }) => name === 'PSU-ID') ?? false,
  );
  const hasQuery = useActiveTab(({ prepared }) => prepared?.url.includes('?') ?? false);
  const isWord = useActiveTab(({ prepared }) => prepared?.signing.header.startsWith('=?') ?? false);
  const [typed, setTyped] = useState('');
  const fitting = FAULTS.filter(
    ({ operation: only, needs }) =>
      (only === undefined || only === operation.id) &&
      (needs !== 'body' || hasBody) &&
      (needs !== 'query' || hasQuery) &&
      (needs !== 'redirect' || operation.redirectHeaders) &&
      (needs !== 'encoded-word' || isWord) &&
      (needs !== 'psu' || hasPsu),
  );
  const words = wordsOf(typed);
  const found = fitting.filter(({ title, group, status, code }) =>
    hasWords(`${group} ${title} ${status} ${code}`, words),
  );
  const enter = (event: KeyboardEvent) => {
    const [first] = found;
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || first === undefined) return;
    // Closing gives the focus to the button of the menu, which the key would press.
    event.preventDefault();
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
    onChoose(first.id);
  };
  return (
    <>
      <h3 className={styles.head}>{t.breakIt}</h3>
      <Input
        ref={search}
        type="search"
        className={styles.search}
        aria-label={t.search(fitting.length)}
        placeholder={t.search(fitting.length)}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={enter}
      />
      {Object.entries(Object.groupBy(found, ({ group }) => group)).map(([group, faults]) => (
        <fieldset key={group} aria-label={group} className={styles.group}>
          <p className={classes(textStyles.soft, textStyles.small)} aria-hidden="true">
            {group}
          </p>
          {faults.map((fault) => (
            <MenuAction key={fault.id} isCurrent={fault.id === chosen} onClick={() => onChoose(fault.id)}>
              <span className={styles.title}>{fault.title}</span> <Code of={fault} />
            </MenuAction>
          ))}
        </fieldset>
      ))}
      {found.length === 0 && <p className={classes(layout.pad, textStyles.soft)}>{t.noneFound(typed)}</p>}
    </>
  );
}

function Code({ of: fault }: { of: Fault | null }) {
  return (
    fault && (
      <MenuEnd>
        <code className={classes(textStyles.small, textStyles.soft)}>
          {fault.status} {fault.code}
        </code>
      </MenuEnd>
    )
  );
}

/** The deliberate fault of the request, and the refusal that it causes. */
export function Broken() {
  const fault = faultById(useActiveTab(({ request }) => request.fault) ?? '');
  if (fault === null) return null;
  return (
    <Note as="div" tone="warn">
      <Glyph tone="warn" />
      <p className={layout.grow}>
        <b>{t.broken}</b> {fault.title}. {fault.why}{' '}
        <Sentence
          text={t.mustAnswer}
          parts={{
            answer: (
              <b>
                {fault.status} {fault.code}
              </b>
            ),
          }}
        />{' '}
        <Rule id={fault.rule} />
        {fault.causes && <> {t.bankFinds(fault.causes.map((id) => CAUSES[id].title).join(', '))}</>}
      </p>
      <Button size="small" onClick={() => setFault(null)}>
        {t.fix}
      </Button>
    </Note>
  );
}
