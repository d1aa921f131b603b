/** A JSON body against its schema; every fault in one answer, each with the path to its field (PAY-2). */
import type { z } from 'zod';
import { utf8OrNull } from '../../shared/signing/base64.ts';
import { faultsOf } from '../../shared/xs2a/body-faults.ts';
import type { Fault } from '../../shared/xs2a/payment-faults.ts';
import type { RuleId } from '../../shared/xs2a/rules.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';

/**
 * Reads a body. That the bytes are UTF-8 the gate has checked.
 * @param rule that the first faulty field breaks
 * @param between finds faults between fields in the parsed JSON, whatever its shape
 */
export function readBody<T>(
  bytes: Uint8Array,
  schema: z.ZodType<T>,
  rule: RuleId | ((first: Fault) => RuleId),
  between: (json: unknown) => Fault[] = () => [],
): { value: T } | Refusal {
  let json: unknown;
  try {
    json = JSON.parse(utf8OrNull(bytes) ?? '');
  } catch {
    return refuse({
      check: 'body',
      rule: 'SVC-3',
      status: 400,
      code: 'FORMAT_ERROR',
      text: bytes.length === 0 ? 'The body is missing.' : 'The body is not JSON.',
    });
  }
  const checked = schema.safeParse(json);
  const faults = [...(checked.success ? [] : faultsOf(checked.error)), ...between(json)];
  const [first, ...more] = faults;
  if (checked.success && first === undefined) return { value: checked.data };
  const shown = first ?? { path: '', text: 'The body does not fit.' };
  const broken = typeof rule === 'string' ? rule : rule(shown);
  return refuse({
    check: 'body',
    rule: broken,
    status: 400,
    code: 'FORMAT_ERROR',
    text: shown.text,
    path: shown.path,
    more,
  });
}
