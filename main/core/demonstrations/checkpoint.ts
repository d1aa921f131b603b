/** Checkpoints of everything that a step of a demonstration can change. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Bank } from '../../../bank-sim/index.ts';
import type { Variable } from '../../../shared/collections/scope.ts';
import type { FlowEvent } from '../../../shared/flow/event.ts';
import type { ScenarioInput } from '../../../shared/xs2a/operator-input.ts';
import { valueOf } from '../bank/snapshots.ts';
import { type Environments, LOCAL } from '../environments/environments.ts';
import type { PsuMemory } from '../environments/psu-memory.ts';
import type { CapturedValues, CapturedVariable } from '../requests/variable-lookup.ts';
import type { ActorMemory, LocalActor } from './local-actor.ts';
import { ownValue } from '../../../shared/own-value.ts';

export interface CheckpointParts {
  bank: { operator: Bank['operator']; inspection: Pick<Bank['inspection'], 'scenarios' | 'state'> };
  environments: Pick<Environments, 'memory' | 'recall'>;
  kept: Pick<CapturedValues, 'list' | 'replace'>;
  flow: FlowMarks;
}

/** The event log, as far as a demonstration needs it. */
export interface FlowMarks {
  /** Position of the newest event; 0 for an empty log. */
  last: () => number;
  /** Hides the later events. */
  rewindTo: (seq: number) => void;
  note: (text: string) => void;
  /** The events after a position, oldest first. */
  after: (seq: number) => FlowEvent[];
  /** Position after which the diagram begins. */
  since: { read: () => number; write: (seq: number) => void };
}

export interface Checkpoint {
  /** The bank's snapshot as JSON, compressed: a demonstration has dozens of them. */
  bank: Buffer;
  scenarios: ScenarioInput[];
  /** A presenter may change one. */
  quirks: Record<string, string | boolean>;
  psu: PsuMemory;
  kept: CapturedVariable[];
  actor: ActorMemory;
  captures: ReadonlyMap<string, Omit<Variable, 'origin'>>;
  seq: number;
}

export function takeCheckpoint(
  { bank, environments, kept, flow }: CheckpointParts,
  actor: LocalActor,
  captures: Checkpoint['captures'],
): Checkpoint {
  return {
    bank: deflateRawSync(JSON.stringify(bank.operator.takeSnapshot()), { level: 1 }),
    scenarios: bank.inspection.scenarios().map(({ when, then }) => structuredClone({ when, then })),
    quirks: { ...bank.inspection.state().quirks },
    psu: environments.memory(LOCAL),
    kept: kept.list(LOCAL),
    actor: actor.memory(),
    captures: new Map(captures),
    seq: flow.last(),
  };
}

/** @throws HostError if the bank refuses its own snapshot */
export function restoreCheckpoint(
  { bank, environments, kept, flow }: CheckpointParts,
  actor: LocalActor,
  checkpoint: Checkpoint,
): void {
  valueOf(bank.operator.restoreSnapshot(JSON.parse(inflateRawSync(checkpoint.bank).toString('utf8'))));
  replaceScenarios(bank, checkpoint.scenarios);
  replaceQuirks(bank, { ...checkpoint.quirks });
  environments.recall(LOCAL, checkpoint.psu);
  kept.replace(LOCAL, checkpoint.kept);
  actor.recall(checkpoint.actor);
  // Last: restoring the bank adds an event.
  flow.rewindTo(checkpoint.seq);
}

export function replaceScenarios(
  { operator, inspection }: CheckpointParts['bank'],
  scenarios: readonly ScenarioInput[],
): void {
  for (const { id } of inspection.scenarios()) operator.removeScenario(id);
  for (const scenario of scenarios) operator.addScenario(structuredClone(scenario));
}

export function replaceQuirks(
  { operator, inspection }: CheckpointParts['bank'],
  quirks: Readonly<Record<string, string | boolean>>,
): void {
  const now: Readonly<Record<string, string | boolean>> = { ...inspection.state().quirks };
  for (const [name, value] of Object.entries(quirks))
    if (ownValue(now, name) !== value) operator.setQuirk(name, value);
}
