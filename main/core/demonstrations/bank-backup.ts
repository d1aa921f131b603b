/**
 * The person's own bank while demonstrations play: in memory, and in a file, so that a crash does not lose it. The next start puts
 * it back. Only what this process has put aside counts as safe: a file that cannot be put back is kept under another name.
 */
import { upToFirstFault } from '../../../shared/schema-tools.ts';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Bank, quirksWith } from '../../../bank-sim/index.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { FileError, kindOf, readPlainFile, writeWholeFile } from '../../../shared/node/plain-files.ts';
import { setAside } from '../../../shared/node/private-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { scenarioInput } from '../../../shared/xs2a/operator-input.ts';
import { valueOf } from '../bank/snapshots.ts';
import { type Environments, LOCAL } from '../environments/environments.ts';
import { psuMemorySchema } from '../environments/psu-memory.ts';
import type { CapturedValues, CapturedVariable } from '../requests/variable-lookup.ts';
import { replaceQuirks, replaceScenarios } from './checkpoint.ts';
import { MAX_SNAPSHOT_BYTES } from '../../../shared/limits.ts';

const t = texts.demonstrations.player;

const FILE = 'bank-backup.json';
/** Milliseconds by which the bank's clock may differ from the machine's and still follow it. */
const SAME = 1000;

/** The event log before the class began: its newest event, and what the diagram began with. */
const diagramSchema = z.object({ last: z.int(), since: z.int() });
export type DiagramBefore = z.infer<typeof diagramSchema>;

const bankBackupSchema = z.object({
  version: z.literal(1),
  bank: z.unknown(),
  /** Whether the clock runs with that of the machine, and goes on so. */
  follows: z.boolean(),
  scenarios: z.array(scenarioInput),
  quirks: z.record(z.string(), z.union([z.string(), z.boolean()])),
  environment: z.string(),
  psu: psuMemorySchema,
  diagram: diagramSchema,
});
type Aside = z.infer<typeof bankBackupSchema>;

export interface BankBackupParts {
  dataFolder: string;
  bank: Pick<Bank, 'inspection' | 'now' | 'operator'>;
  environments: Pick<Environments, 'choose' | 'current' | 'list' | 'memory' | 'recall'>;
  kept: Pick<CapturedValues, 'list' | 'replace'>;
  /** Keeps the quirks that the person has chosen. */
  quirks: {
    read: () => Record<string, string | boolean>;
    write: (value: Record<string, string | boolean>) => void;
  };
}

export class BankBackup {
  private readonly parts: BankBackupParts;
  private readonly file: string;
  private taken: Aside | null = null;
  /** Kept values, secret ones among them, are never written to a file. A crash loses them without a demonstration too. */
  private kept: CapturedVariable[] = [];

  constructor(parts: BankBackupParts) {
    this.parts = parts;
    this.file = join(parts.dataFolder, FILE);
  }

  get isTaken(): boolean {
    return this.taken !== null;
  }

  /** Nothing if it is aside. @param diagram as it was before. @throws HostError if the bank is too large to come back, or Error of the file system */
  take(diagram: DiagramBefore): void {
    if (this.isTaken) return;
    const { bank, environments, quirks, kept } = this.parts;
    const { inspection, operator } = bank;
    const aside: Aside = {
      version: 1,
      bank: operator.takeSnapshot(),
      follows: inspection.clockMode === 'real' && Math.abs(bank.now() - inspection.realTime) < SAME,
      scenarios: inspection.scenarios().map(({ when, then }) => ({ when, then })),
      quirks: quirks.read(),
      environment: environments.current().id,
      psu: environments.memory(LOCAL),
      diagram,
    };
    const text = JSON.stringify(aside);
    if (Buffer.byteLength(text) > MAX_SNAPSHOT_BYTES) throw new HostError('refused', t.tooLarge);
    writeWholeFile(this.file, text, 0o600);
    this.taken = aside;
    this.kept = kept.list(LOCAL);
  }

  /** Demonstrations are written for a bank with the defaults. */
  useDefaults(): void {
    this.apply({});
  }

  /** Puts everything back as it was, and forgets that it was aside. @throws HostError, and then it stays aside */
  async putBack(): Promise<void> {
    const { taken } = this;
    if (taken === null) return;
    await this.restore(taken);
    this.parts.kept.replace(LOCAL, this.kept);
    rmSync(this.file, { force: true });
    this.taken = null;
    this.kept = [];
  }

  /**
   * After a crash.
   * @param showDiagram shows the events of before again, not those of the demonstration
   * @returns a sentence for the person, or null if nothing was aside
   */
  async putBackAtStart(showDiagram: (before: DiagramBefore) => void): Promise<string | null> {
    if (kindOf(this.file) === 'none') return null;
    try {
      const aside = this.read();
      await this.restore(aside);
      showDiagram(aside.diagram);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Out of the way: the next demonstration writes the bank of then, and must not take this file for it.
      return t.notPutBack(reason, setAside(this.file, Date.now()));
    }
    rmSync(this.file, { force: true });
    return t.putBack;
  }

  /** @throws HostError with a sentence */
  private read(): Aside {
    try {
      const value: unknown = JSON.parse(readPlainFile(this.file, MAX_SNAPSHOT_BYTES).toString('utf8'));
      const aside = bankBackupSchema.safeParse(value, upToFirstFault);
      if (aside.success) return aside.data;
    } catch (error) {
      if (error instanceof FileError) throw new HostError('refused', t.asideUnreadable(error.message));
    }
    throw new HostError('refused', t.asideDamaged);
  }

  private async restore(aside: Aside): Promise<void> {
    const { bank, environments, quirks } = this.parts;
    valueOf(bank.operator.restoreSnapshot(aside.bank));
    if (aside.follows) await bank.operator.moveClock({ toRealTime: true });
    replaceScenarios(bank, aside.scenarios);
    quirks.write(aside.quirks);
    this.apply(aside.quirks);
    environments.recall(LOCAL, aside.psu);
    if (environments.list().some(({ id }) => id === aside.environment))
      environments.choose(aside.environment);
  }

  private apply(chosen: Readonly<Record<string, string | boolean>>): void {
    replaceQuirks(this.parts.bank, { ...quirksWith({}), ...chosen });
  }
}
