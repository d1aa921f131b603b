/** The variables, session and PSU of a step of a run, for requests that are sent by hand in the window. */
import type { ResultRef, StepResult } from '../../../shared/collections/result.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Collections } from '../collections/collections.ts';
import type { Environments } from '../environments/environments.ts';
import type { Variables } from '../environments/variables.ts';
import { type CapturedValues, type RunContext, secretNamesIn } from '../requests/variable-lookup.ts';
import type { RunStore } from './run-store.ts';
import { type StepStart, withRunVariables } from './step-start.ts';

const t = texts.core.runResults;

interface ContextParts {
  runStore: Pick<RunStore, 'read' | 'result' | 'start'>;
  environments: Pick<Environments, 'current' | 'sessions'>;
  variables: Pick<Variables, 'list'>;
  kept: Pick<CapturedValues, 'list'>;
  collections: Pick<Collections, 'around'>;
}

/**
 * With what requests of a tab are sent that works with the values of a result.
 * @param ref null for a tab that works with those of the window
 * @param path of the saved request in the tab
 * @throws HostError like {@link startOf}
 */
export function runContext(
  ref: ResultRef | null | undefined,
  path: string | null,
  { runStore, environments, variables, kept, collections }: ContextParts,
): RunContext | null {
  if (ref === null || ref === undefined) return null;
  const { id: environmentId } = environments.current();
  const { start, result } = startOf(runStore, ref, environmentId);
  const id = contextId(ref);
  const { actor } = start;
  // What the step kept is for those after it.
  const own = path === result.path ? [] : start.kept;
  const captures = [...start.captures, ...own, ...kept.list(id)];
  const secret = secretNamesIn(collections.around(path ?? result.path), variables.list(environmentId));
  const session = actor.sessions.find(([name]) => name === actor.carried)?.[1];
  // The SCA of a request that was sent again.
  const later = environments.sessions.list(environmentId).find((one) => one.id === session?.id);
  const psu = later !== undefined && later.psuId !== null ? later : actor.psu;
  return {
    id,
    path: result.path,
    above: (scope) => withRunVariables(scope, { ...start, captures }, secret),
    session: {
      sessionId: session?.id ?? '',
      psuId: psu?.psuId ?? null,
      corporateId: psu?.corporateId ?? null,
    },
  };
}

/** By which later values of a result are kept. */
export function contextId({ id, number }: ResultRef): string {
  return `${id} ${number}`;
}

/**
 * What a step started with, and its result.
 * @param environmentId of the environment in use: sessions and secrets of one bank are not sent to another
 * @throws HostError if it is not stored, was in another environment, or while the vault is locked
 */
export function startOf(
  store: Pick<RunStore, 'read' | 'result' | 'start'>,
  { id, number }: ResultRef,
  environmentId: string,
): { start: StepStart; result: StepResult } {
  const run = store.read(id);
  const result = store.result(id, number);
  if (run === null || result === null) throw new HostError('not-found', t.goneStart);
  if (run.environmentId !== environmentId)
    throw new HostError('refused', t.otherEnvironment(run.environment));
  const start = store.start(id, number);
  if (start === null) throw new HostError('not-found', t.goneStart);
  return { start, result };
}
