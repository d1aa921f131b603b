/** The menu of a value that is pointed at, and the name for a variable. */
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
import { Input } from '../ui/controls.tsx';
import { Field } from '../ui/form.tsx';
import { pointedIn } from './pointing.tsx';
import layout from '../ui/layout.module.css';
import styles from './point-menu.module.css';

const t = texts.tests.point;

/** Opens on a right click, and on the keys that do the same, wherever a value of the response is. */
export function PointMenu() {
  const open = usePointing((state) => state.open);
  useEffect(() => {
    const menu = (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return;
      const pointed = pointedIn(event.target);
      if (pointed === null) return;
      event.preventDefault();
      pointAt(pointed, { x: event.clientX, y: event.clientY });
    };
    window.addEventListener('contextmenu', menu);
    return () => {
      window.removeEventListener('contextmenu', menu);
      stopPointing();
    };
  }, []);
  return open === null ? null : <Opened key={`${open.x} ${open.y}`} {...open} />;
}

function Opened({
  pointed,
  x,
  y,
  naming: first,
}: {
  pointed: Pointed;
  x: number;
  y: number;
  naming: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [naming, setNaming] = useState(first);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (!element.open) element.showModal();
    // It stays inside the window. At the pointer, the rest of the window would limit the width that is measured.
    element.style.left = '0';
    element.style.top = '0';
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(0, Math.min(x, window.innerWidth - width - 8))}px`;
    element.style.top = `${Math.max(0, Math.min(y, window.innerHeight - height - 8))}px`;
  }, [x, y, naming]);
  useEffect(() => {
    const element = dialog.current;
    // A click beside it closes it, like Escape.
    const beside = (event: MouseEvent) => {
      if (event.target === element) element?.close();
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
        <KeepForm pointed={pointed} onDone={() => dialog.current?.close()} />
      ) : (
        <Menu pointed={pointed} onName={() => setNaming(true)} onDone={() => dialog.current?.close()} />
      )}
    </dialog>
  );
}

function Menu({ pointed, onName, onDone }: { pointed: Pointed; onName: () => void; onDone: () => void }) {
  const items = [
    ...(canExpect(pointed)
      ? [
          {
            label: t.expect,
            run: () => {
              onDone();
              expectThis(pointed);
            },
          },
        ]
      : []),
    { label: t.keep, run: onName },
  ];
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
  return (
    <>
      <p className={styles.what}>{nameOfSource(pointed.source)}</p>
      <div ref={list} role="menu" aria-label={t.title} tabIndex={-1} onKeyDown={move}>
        {items.map(({ label, run }) => (
          <button key={label} type="button" role="menuitem" className={styles.item} onClick={run}>
            {label}
          </button>
        ))}
      </div>
    </>
  );
}

function KeepForm({ pointed, onDone }: { pointed: Pointed; onDone: () => void }) {
  const [name, setName] = useState(() => proposedName(pointed));
  const [secret, setSecret] = useState(false);
  const checked = captureSchema.shape.as.safeParse(name);
  const field = useRef<HTMLFormElement>(null);
  useEffect(() => field.current?.querySelector('input')?.select(), []);
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (!checked.success) return;
    onDone();
    void keepThis(pointed, checked.data, secret);
  };
  return (
    <form ref={field} className={styles.form} aria-label={t.keepTitle} onSubmit={keep}>
      <Field
        label={t.name}
        hint={nameOfSource(pointed.source)}
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
