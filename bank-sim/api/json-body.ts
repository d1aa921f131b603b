/** A body as JSON. That it is UTF-8 the gate has checked. */
import { utf8OrNull } from '../../shared/signing/base64.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';

export function readJsonBody(bytes: Uint8Array): { value: unknown } | Refusal {
  try {
    return { value: JSON.parse(utf8OrNull(bytes) ?? '') as unknown };
  } catch {
    return refuse(
      'body',
      'SVC-3',
      400,
      'FORMAT_ERROR',
      bytes.length === 0 ? 'The body is missing.' : 'The body is not JSON.',
    );
  }
}
