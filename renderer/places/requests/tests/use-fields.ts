/** A value that is edited in fields: it changes as soon as the fields say one, and what is typed stays in them meanwhile. */
import { useState } from 'react';
import type { Reading } from '../../../../shared/collections/assertion-form.ts';
import { isDeepEqual } from '../../../../shared/collections/deep-equal.ts';

interface Order<V, F, N extends string> {
  value: V;
  fieldsOf: (value: V) => F;
  read: (fields: F) => Reading<V, N>;
  onChange: (value: V) => void;
}

/** @returns the fields as they are typed, what is wrong with them, and how to change some of them */
export function useFields<V, F extends object, N extends string>(order: Order<V, F, N>) {
  const { value, fieldsOf, read, onChange } = order;
  const [typed, setTyped] = useState<{ of: V; fields: F } | null>(null);
  // What was typed belongs to one value: undo shows another one.
  const fields = typed !== null && typed.of === value ? typed.fields : fieldsOf(value);
  const reading = read(fields);
  const change = (part: Partial<F>) => {
    const next = { ...fields, ...part };
    const now = read(next);
    const isNew = now.ok && !isDeepEqual(now.value, value);
    setTyped({ of: isNew ? now.value : value, fields: next });
    if (isNew) onChange(now.value);
  };
  return { fields, wrong: reading.ok ? null : reading, change };
}
