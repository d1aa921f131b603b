/** A JSON body against its schema; every fault in one answer, each with the path to its field (PAY-2). */
import type { z } from 'zod';
import { utf8OrNull } from '../../shared/signing/base64.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';

/** That the bytes are UTF-8 the gate has checked. @param rule of the operation, for faults of the fields */
export function readBody<T>(bytes: Uint8Array, schema: z.ZodType<T>, rule: string): { value: T } | Refusal {
  let json: unknown;
  try {
    json = JSON.parse(utf8OrNull(bytes) ?? '');
  } catch {
    return refuse(
      'body',
      'SVC-3',
      400,
      'FORMAT_ERROR',
      bytes.length === 0 ? 'The body is missing.' : 'The body is not JSON.',
    );
  }
  const checked = schema.safeParse(json);
  if (checked.success) return { value: checked.data };
  const [first, ...more] = checked.error.issues.map((issue) => {
    const path = issue.path.map(String).join('/');
    return { path, text: `${path === '' ? 'The body' : path}: ${issue.message}.`.slice(0, 500) };
  });
  return refuse('body', rule, 400, 'FORMAT_ERROR', first?.text ?? 'The body does not fit.', {
    path: first?.path ?? '',
    more,
  });
}
