/** The one door from any host into the core: checks the input, calls the handler, and answers an envelope. */
import { z } from 'zod';
import { type Envelope, HostError } from '../../shared/contract/envelope.ts';
import { type Handlers, METHODS, type MethodName } from '../../shared/contract/methods.ts';
import { texts } from '../../shared/texts/texts.ts';
import { isDiskFull } from './store/disk.ts';

const t = texts.core.dispatch;

export type Dispatch = (method: string, input: unknown) => Promise<Envelope<unknown>>;

/**
 * @param log receives errors that nobody expected; the renderer gets a sentence without inner details
 * @param used called when a person uses the workbench; calls that screens make by themselves are not use
 */
export function dispatcher(
  handlers: Handlers,
  log: (line: string) => void,
  used: () => void = () => undefined,
): Dispatch {
  return async (method, input) => {
    if (!Object.hasOwn(METHODS, method)) return failure('bad-input', t.unknownMethod(method));
    const name = method as MethodName;
    const isUse = METHODS[name].by === 'person';
    if (isUse) used();
    const checked = METHODS[name].input.safeParse(input);
    if (!checked.success) return failure('bad-input', z.prettifyError(checked.error));
    try {
      // The schema of the same entry has just checked the input; the type of one entry is lost in the union of all.
      const handler = handlers[name] as (input: unknown) => unknown;
      const output = await handler(checked.data);
      // The schema drops every field that it does not name: what the contract does not say never reaches a page.
      return { ok: true, value: METHODS[name].output.parse(output) };
    } catch (error) {
      if (error instanceof HostError) return failure(error.kind, error.message);
      log(`${method}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return failure('internal', isDiskFull(error) ? t.diskFull : t.failed(method));
    } finally {
      // Again when it is over: a long call was use up to its end, and a changed setting holds from now on.
      if (isUse) used();
    }
  };
}

function failure(kind: HostError['kind'], message: string): Envelope<never> {
  return { ok: false, error: { kind, message } };
}
