/** The only way from a host into the core: checks the input, calls the handler, and returns an envelope. */
import { inPlainWords } from '../../shared/schema-tools.ts';
import { z } from 'zod';
import { type Envelope, HostError } from '../../shared/contract/envelope.ts';
import {
  type Handlers,
  type Input,
  METHODS,
  type MethodName,
  type Output,
} from '../../shared/contract/methods.ts';
import { hasReservedName } from '../../shared/own-value.ts';
import { fileReason } from '../../shared/node/start-error.ts';
import { texts } from '../../shared/texts/texts.ts';
import { isDiskFull } from './store/disk.ts';

const t = texts.core.dispatch;

export type Dispatch = (method: string, input: unknown) => Promise<Envelope<unknown>>;

/** Observes the user's calls. */
export interface CallObserver {
  beforeCall: () => void;
  /** Called after each successful call. */
  afterCall: <M extends MethodName>(method: M, input: Input<M>, output: Output<M>) => void;
}

/**
 * @param log receives unexpected errors; the renderer gets a sentence without internal details
 * @param used called before and after the user's calls, not those that views make themselves
 */
export function dispatcher(
  handlers: Handlers,
  log: (line: string) => void,
  used: () => void = () => undefined,
  observer: CallObserver | null = null,
): Dispatch {
  // The result must reach the user, also if it cannot be recorded.
  const record = <M extends MethodName>(method: M, input: Input<M>, output: Output<M>) => {
    try {
      observer?.afterCall(method, input, output);
    } catch (error) {
      log(`${method}, recording: ${String(error)}`);
    }
  };
  return async (method, input) => {
    if (!Object.hasOwn(METHODS, method)) return failure('bad-input', t.unknownMethod(method));
    const name = method as MethodName;
    const isUse = METHODS[name].by === 'person';
    if (isUse) used();
    if (isUse) observer?.beforeCall();
    try {
      if (hasReservedName(input)) return failure('bad-input', t.reservedName);
      const checked = METHODS[name].input.safeParse(input, inPlainWords);
      if (!checked.success) return failure('bad-input', faultsOf(checked.error));
      // The schema of the same entry has checked the input, which the union hides from TypeScript.
      const handler = handlers[name] as (input: unknown) => unknown;
      const output = await handler(checked.data);
      if (isUse) record(name, checked.data, output as Output<MethodName>);
      // The schema drops every field that it does not name, so a page receives only what the contract defines.
      return { ok: true, value: METHODS[name].output.parse(output ?? {}) };
    } catch (error) {
      if (error instanceof HostError) {
        // The window asks for the passphrase for what the user does, not for what it shows.
        const kind = error.kind === 'locked' && !isUse ? 'refused' : error.kind;
        return failure(kind, error.message, error.missing);
      }
      log(`${method}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return failure('internal', sentenceFor(error, method));
    } finally {
      // A long call counts as use until it ends, and a changed setting applies from now on.
      if (isUse) used();
    }
  };
}

/** Listed faults of an input. */
const MOST_FAULTS = 20;

function faultsOf({ issues }: z.ZodError): string {
  const lines = z.prettifyError({ issues: issues.slice(0, MOST_FAULTS) });
  const more = issues.length - MOST_FAULTS;
  return more > 0 ? `${lines}\n${t.moreFaults(more)}` : lines;
}

function sentenceFor(error: unknown, method: string): string {
  if (isDiskFull(error)) return t.diskFull;
  // A value that is nested too deeply for recursion.
  if (error instanceof RangeError && /call stack/.test(error.message)) return t.tooDeep;
  const reason = fileReason(error);
  if (reason === null) return t.failed(method);
  return t.fileFailed(error instanceof Error && 'path' in error ? String(error.path) : null, reason);
}

function failure(
  kind: HostError['kind'],
  message: string,
  missing: HostError['missing'] = [],
): Envelope<never> {
  return { ok: false, error: { kind, message, ...(missing.length === 0 ? {} : { missing }) } };
}
