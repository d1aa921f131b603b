/**
 * The person's own bank while demonstrations play: in memory, and in a file, so that a crash does not lose it. The next start puts
 * it back.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Bank, quirksWith } from '../../../bank-sim/index.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { LARGEST_SNAPSHOT, parseBounded } from '../../../shared/node/bounded-json.ts';
import { kindOf, readPlainFile, writeWholeFile } from '../../../shared/node/plain-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { scenarioInput } from '../../../shared/xs2a/scenario.ts';
import { sessionRecordSchema } from '../../../shared/xs2a/session-life.ts';
import { valueOf } from '../bank/snapshots.ts';
import { type Environments, LOCAL } from '../environments/environments.ts';
import { replaceScenarios } from './checkpoint.ts';

const t = texts.demonstrations.player;

const FILE = 'bank-aside.json';
/** Milliseconds by which the bank's clock may differ from the machine's and still follow it. */
const SAME = 1000;

const asideSchema = z.object({
  version: z.literal(1),
  bank: z.unknown(),
  /** Whether the clock runs with that of the machine, and goes on so. */
  follows: z.boolean(),
  scenarios: z.array(scenarioInput),
  quirks: z.record(z.string(), z.union([z.string(), z.boolean()])),
  environment: z.string(),
  psu: z.object({
    psuId: z.string().nullable(),
    corporateId: z.string().nullable(),
    context: z.string().nullable(),
    sessionId: z.string(),
    sessions: z.array(sessionRecordSchema),
  }),
});
type Aside = z.infer<typeof asideSchema>;

export interface AsideParts {
  dataFolder: string;
  bank: Pick<Bank, 'inspection' | 'now' | 'operator'>;
  environments: Pick<Environments, 'choose' | 'current' | 'list' | 'memory' | 'recall'>;
  /** Keeps the quirks that the person has chosen. */
  quirks: {
    read: () => Record<string, string | boolean>;
    write: (value: Record<string, string | boolean>) => void;
  };
}

export class BankAside {
  private readonly parts: AsideParts;
  private readonly file: string;

  constructor(parts: AsideParts) {
    this.parts = parts;
    this.file = join(parts.dataFolder, FILE);
  }

  get isTaken(): boolean {
    return kindOf(this.file) === 'file';
  }

  /** Nothing if it is aside. @throws HostError if the bank is too large to come back */
  take(): void {
    if (this.isTaken) return;
    const { bank, environments, quirks } = this.parts;
    const { inspection, operator } = bank;
    const aside: Aside = {
      version: 1,
      bank: operator.takeSnapshot(),
      follows: inspection.clockMode === 'real' && Math.abs(bank.now() - inspection.realTime) < SAME,
      scenarios: inspection.scenarios().map(({ when, then }) => ({ when, then })),
      quirks: quirks.read(),
      environment: environments.current().id,
      psu: environments.memory(LOCAL),
    };
    const text = JSON.stringify(aside);
    if (Buffer.byteLength(text) > LARGEST_SNAPSHOT) throw new HostError('refused', t.tooLarge);
    writeWholeFile(this.file, text, 0o600);
  }

  /** Demonstrations are written for a bank with the defaults. */
  useDefaults(): void {
    this.apply({});
  }

  /** Puts everything back as it was, and forgets that it was aside. @throws HostError, and then it stays aside */
  async putBack(): Promise<void> {
    const { bank, environments, quirks } = this.parts;
    const aside = asideSchema.parse(parseBounded(readPlainFile(this.file, LARGEST_SNAPSHOT)));
    valueOf(bank.operator.restoreSnapshot(aside.bank));
    if (aside.follows) await bank.operator.moveClock({ toRealTime: true });
    replaceScenarios(bank, aside.scenarios);
    quirks.write(aside.quirks);
    this.apply(aside.quirks);
    environments.recall(LOCAL, aside.psu);
    if (environments.list().some(({ id }) => id === aside.environment))
      environments.choose(aside.environment);
    rmSync(this.file, { force: true });
  }

  /** After a crash. @returns a sentence for the person, or null if nothing was aside */
  async putBackAtStart(): Promise<string | null> {
    if (!this.isTaken) return null;
    try {
      await this.putBack();
      return t.putBack;
    } catch (error) {
      return t.notPutBack(error instanceof Error ? error.message : String(error), this.file);
    }
  }

  private apply(chosen: Readonly<Record<string, string | boolean>>): void {
    const { operator } = this.parts.bank;
    for (const [name, value] of Object.entries({ ...quirksWith({}), ...chosen }))
      operator.setQuirk(name, value);
  }
}
