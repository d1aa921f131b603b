/**
 * A backup of the user's bank while demonstrations play, in memory and in a file, which the next start after a crash restores. A file
 * that cannot be restored is renamed.
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
/** Milliseconds by which a clock that follows the machine's may differ from it. */
const SAME = 1000;

/** The event log before the class: its newest event, and the beginning of the diagram. */
const diagramSchema = z.object({ last: z.int(), since: z.int() });
export type DiagramBefore = z.infer<typeof diagramSchema>;

const bankBackupSchema = z.object({
  version: z.literal(1),
  bank: z.unknown(),
  /** Whether the clock follows the machine's. */
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
  /** The user's quirks. */
  quirks: {
    read: () => Record<string, string | boolean>;
    write: (value: Record<string, string | boolean>) => void;
  };
}

export class BankBackup {
  private readonly parts: BankBackupParts;
  private readonly file: string;
  private taken: Aside | null = null;
  /** Captured values, which may be secret, are never written to a file. */
  private kept: CapturedVariable[] = [];

  constructor(parts: BankBackupParts) {
    this.parts = parts;
    this.file = join(parts.dataFolder, FILE);
  }

  get isTaken(): boolean {
    return this.taken !== null;
  }

  /** Makes the backup, unless it exists. @throws HostError if the bank is too large, or Error of the file system */
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

  /** Demonstrations assume the default quirks. */
  useDefaults(): void {
    this.apply({});
  }

  /** Restores the backup and deletes it. @throws HostError, and keeps the backup */
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
   * @param showDiagram restores the diagram
   * @returns a sentence for the user, or null without a backup
   */
  async putBackAtStart(showDiagram: (before: DiagramBefore) => void): Promise<string | null> {
    if (kindOf(this.file) === 'none') return null;
    try {
      const aside = this.read();
      await this.restore(aside);
      showDiagram(aside.diagram);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Renamed, because the next demonstration writes its own backup.
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
