/** The menu of a value in a response: makes an assertion or a variable of it. */
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { captureSchema } from '../../shared/collections/capture.ts';
import { nameOfSource } from '../../shared/collections/source.ts';
import { texts } from '../../shared/texts/texts.ts';
import {
  canExpect,
  expectThis,
  keepThis,
  pointAt,
  type Pointed,
  proposedName,
  stopPointing,
  usePointing,
} from '../state/requests/pointing.ts';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/form.tsx';
import { valueAt } from './value-buttons.tsx';
import layout from '../ui/layout.module.css';
import styles from './value-menu.module.css';

const t = texts.tests.point;

/** Opens on a right click, and on the keys for it, at any value of the response. */
export function PointMenu() {
  const open = usePointing((state) => state.open);
  useEffect(() => {
    const menu = (event: MouseEvent) => {
      const value = event.target instanceof Element ? valueAt(event.target) : null;
      if (value === null) return;
      event.preventDefault();
      pointAt(value, { x: event.clientX, y: event.clientY });
    };
    window.addEventListener('contextmenu', menu);
    return () => {
      window.removeEventListener('contextmenu', menu);
      stopPointing();
    };
  }, []);
  return open && <ValueDialog key={`${open.x} ${open.y}`} {...open} />;
}

function ValueDialog(props: { pointed: Pointed; x: number; y: number; naming: boolean }) {
  const { pointed: value, x, y } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [naming, setNaming] = useState(props.naming);
  const close = () => dialog.current?.close();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (!element.open) element.showModal();
    // Keeps it inside the window. It is measured at the corner: elsewhere, the edge of the window would limit its width.
    element.style.left = '0';
    element.style.top = '0';
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(0, Math.min(x, window.innerWidth - width - 8))}px`;
    element.style.top = `${Math.max(0, Math.min(y, window.innerHeight - height - 8))}px`;
  }, [x, y, naming]);
  useEffect(() => {
    const element = dialog.current;
    // A click beside it closes it, like Escape.
    const beside = ({ target }: MouseEvent) => {
      if (target === element) element?.close();
    };
    element?.addEventListener('mousedown', beside);
    return () => element?.removeEventListener('mousedown', beside);
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={naming ? t.keepTitle : t.title}
      onClose={stopPointing}
    >
      {naming ? (
        <VariableForm value={value} onDone={close} />
      ) : (
        <Menu value={value} onName={() => setNaming(true)} onDone={close} />
      )}
    </dialog>
  );
}

function Menu({ value, onName, onDone }: { value: Pointed; onName: () => void; onDone: () => void }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = Array.from(event.currentTarget.querySelectorAll('button'));
    if (step === undefined) return;
    event.preventDefault();
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  const item = (label: string, run: () => void) => (
    <button type="button" role="menuitem" className={styles.item} onClick={run}>
      {label}
    </button>
  );
  const expect = () => {
    onDone();
    expectThis(value);
  };
  return (
    <>
      <p className={styles.name}>{nameOfSource(value.source)}</p>
      <div ref={list} role="menu" aria-label={t.title} tabIndex={-1} onKeyDown={move}>
        {canExpect(value) && item(t.expect, expect)}
        {item(t.keep, onName)}
      </div>
    </>
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
