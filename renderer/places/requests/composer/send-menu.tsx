/** The other ways to send: unsigned, elsewhere, or broken on purpose; and the note about a deliberate fault. */
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { faultById, faultsFor } from '../../../../shared/faults/faults.ts';
import { CAUSES } from '../../../../shared/signing/causes/catalogue.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { operationOf } from '../../../../shared/requests/request.ts';
import { shortcutOf } from '../../../state/frame.ts';
import { useEnvironments } from '../../../state/environments.ts';
import { setFault } from '../../../state/requests/editing.ts';
import { send } from '../../../state/requests/sending.ts';
import { useActiveTab } from '../../../state/requests/store.ts';
import { Code, FaultList } from '../../../ui/fault-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { Glyph, Kbd, Sentence } from '../../../ui/labels.tsx';
import { Select } from '../../../ui/form.tsx';
import { Note } from '../../../ui/messages.tsx';
import { optionsOf } from '../../../ui/options.tsx';
import { Menu, MenuAction, MenuEnd, Rule } from '../../../ui/popover.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './send-menu.module.css';

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

/** The faults that fit the request. */
function Faults(props: { search: RefObject<HTMLInputElement | null>; onChoose: (fault: string) => void }) {
  const operation = useActiveTab(({ request }) => operationOf(request));
  const hasBody = useActiveTab(({ request }) => request.body !== '');
  const prepared = useActiveTab((tab) => tab.prepared);
  const chosen = useActiveTab(({ request }) => request.fault);
  return (
    <>
      <h3 className={styles.head}>{t.breakIt}</h3>
      <FaultList faults={faultsFor(operation, hasBody, prepared)} chosen={chosen} {...props} />
    </>
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
