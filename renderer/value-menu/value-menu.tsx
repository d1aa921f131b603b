/** The menu of the values of a response, and the form that makes a variable of one. */
import { type FormEvent, useContext, useEffect, useRef, useState } from 'react';
import { captureSchema } from '../../shared/collections/capture.ts';
import { nameOfSource } from '../../shared/collections/source.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import { texts } from '../../shared/texts/texts.ts';
import {
  keepThis,
  type Pointed,
  proposedName,
  stopPointing,
  usePointing,
} from '../state/requests/pointing.ts';
import { Button } from '../ui/button.tsx';
import { contextMenu, DialogAt } from '../ui/context-menu.tsx';
import { Field, Input } from '../ui/form.tsx';
import { menuOf, PointingContext } from './value-buttons.tsx';
import layout from '../ui/layout.module.css';
import styles from './value-menu.module.css';

const t = texts.tests.point;

/** Opens on a right click, and on the keys for it, at any value of the response. */
export function ValueMenu({ exchange }: { exchange: Exchange | null }) {
  const open = usePointing((state) => state.open);
  const isActive = useContext(PointingContext);
  useEffect(() => {
    const menu = (event: MouseEvent) =>
      contextMenu((target) => {
        const element = target.closest<HTMLElement>('[data-value]');
        const at = isActive ? { x: event.clientX, y: event.clientY } : null;
        return element === null ? null : menuOf(element, exchange, at);
      })(event);
    window.addEventListener('contextmenu', menu);
    return () => {
      window.removeEventListener('contextmenu', menu);
      stopPointing();
    };
  }, [exchange, isActive]);
  return (
    open && (
      <DialogAt key={`${open.x} ${open.y}`} label={t.keepTitle} x={open.x} y={open.y} onClose={stopPointing}>
        <VariableForm value={open.pointed} onDone={stopPointing} />
      </DialogAt>
    )
  );
}

function VariableForm({ value, onDone }: { value: Pointed; onDone: () => void }) {
  const [name, setName] = useState(() => proposedName(value));
  const [secret, setSecret] = useState(false);
  const checked = captureSchema.shape.as.safeParse(name);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.select(), []);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!checked.success) return;
    onDone();
    void keepThis(value, checked.data, secret);
  };
  return (
    <form ref={form} className={styles.form} aria-label={t.keepTitle} onSubmit={save}>
      <Field
        label={t.name}
        hint={nameOfSource(value.source)}
        error={checked.success ? null : (checked.error.issues[0]?.message ?? null)}
      >
        {(links) => (
          <Input
            {...links}
            spellCheck={false}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <label className={layout.row}>
        <input type="checkbox" checked={secret} onChange={({ target }) => setSecret(target.checked)} />{' '}
        {t.secret}
      </label>
      <span className={layout.actions}>
        <Button look="go" type="submit">
          {t.keepNow}
        </Button>
        <Button look="plain" onClick={onDone}>
          {texts.common.cancel}
        </Button>
      </span>
    </form>
  );
}
