/** The trainer's side of a class: a bank for each trainee, as spaces in this process, and how far each has come. */
import { X509Certificate } from 'node:crypto';
import { rmSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { type JournalEntry, type SpaceService, startSpaces } from '../../../bank-sim/index.ts';
import {
  type ClassBank,
  type ClassStep,
  type ClassView,
  writeClassLink,
} from '../../../shared/contract/class.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Brand } from '../../../shared/node/brand.ts';
import { makeFolder } from '../../../shared/node/private-files.ts';
import { StartError } from '../../../shared/node/start-error.ts';
import { SerialQueue } from '../../../shared/serial-queue.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { OperationId } from '../../../shared/xs2a/operations.ts';
import { valueOf } from '../bank/snapshots.ts';
import type { KeptClass } from '../store/meta.ts';

const t = texts.class.core;

/** Preferred port of the control listener, and the ports of the banks. */
const PORT = 8446;
const PORTS = { from: 23_000, to: 23_999 };

interface TrainerParts {
  /** Of the class alone. */
  folder: string;
  kept: { read: () => KeptClass | null; write: (value: KeptClass | null) => void };
  log: (line: string) => void;
  /** Of the bank's pages. */
  brand: Brand;
}

type Progress = Pick<ClassBank, 'requests' | 'steps' | 'last' | 'refusal'>;
const NONE: Progress = { requests: 0, steps: [], last: null, refusal: null };

export class Trainer {
  private readonly parts: TrainerParts;
  private service: SpaceService | null = null;
  /** Of each bank, with the position in its journal up to which it was read. */
  private readonly progress = new Map<string, { seq: number; reached: Progress }>();
  /** One change at a time. */
  private readonly changes = new SerialQueue();

  constructor(parts: TrainerParts) {
    this.parts = parts;
  }

  /** Null without a class. */
  view(): ClassView | null {
    const { service } = this;
    const kept = this.parts.kept.read();
    if (service === null || kept === null) return null;
    return {
      address: new URL(service.controlBaseUrl).host,
      network: kept.network,
      fingerprint: new X509Certificate(service.caPem).fingerprint256,
      banks: kept.banks.map(({ id, name }) => {
        const joined = (service.spaces.find(id)?.counts.calls ?? 0) > 0;
        return { id, name, link: this.link(id), joined, ...this.reached(service, id) };
      }),
    };
  }

  /** Starts the class of the last time again, if it was not ended. */
  async resume(): Promise<void> {
    const kept = this.parts.kept.read();
    if (kept !== null) await this.changes.run(() => this.launch(kept));
  }

  /** @throws HostError if there is a class, or if it cannot be started */
  start(names: readonly string[]): Promise<void> {
    return this.changes.run(async () => {
      if (this.service !== null) throw new HostError('refused', t.isRunning);
      rmSync(this.parts.folder, { recursive: true, force: true });
      const { spaces } = await this.launch({ network: null, port: PORT, banks: [] });
      try {
        const banks: KeptClass['banks'] = [];
        for (const [at, name] of names.entries()) {
          const { space, token } = await spaces.make({ name: `bank-${at + 1}` });
          banks.push({ id: space.name, name, token });
        }
        this.keep({ banks });
      } catch (error) {
        await this.close();
        this.parts.kept.write(null);
        throw new HostError('refused', error instanceof Error ? error.message : String(error));
      }
    });
  }

  /** @param network address of this machine; null for this machine only @throws HostError if nobody can be served there */
  open(network: string | null): Promise<void> {
    return this.changes.run(async () => {
      const kept = this.parts.kept.read();
      if (kept === null) return;
      await this.close();
      try {
        await this.launch({ ...kept, network });
      } catch (error) {
        await this.launch(kept);
        throw error;
      }
    });
  }

  /** @param id of one bank; null for all */
  reset(id: string | null): void {
    for (const space of this.service?.spaces.all() ?? [])
      if ((id === null || space.name === id) && space.state !== 'unusable')
        valueOf(space.wake().operator.reset('real'));
  }

  /** Deletes the banks. */
  end(): Promise<void> {
    return this.changes.run(async () => {
      this.parts.kept.write(null);
      await this.close();
      rmSync(this.parts.folder, { recursive: true, force: true });
    });
  }

  stop(): Promise<void> {
    return this.changes.run(() => this.close());
  }

  /** @throws HostError if there is no such bank */
  link(id: string): string {
    const bank = this.parts.kept.read()?.banks.find((one) => one.id === id);
    if (this.service === null || bank === undefined) throw new HostError('not-found', t.noBank);
    const { controlBaseUrl, caPem } = this.service;
    const fingerprint = new X509Certificate(caPem).fingerprint256.replaceAll(':', '').toLowerCase();
    return writeClassLink({
      origin: controlBaseUrl,
      space: id,
      name: bank.name,
      token: bank.token,
      fingerprint,
    });
  }

  private async launch(kept: KeptClass): Promise<SpaceService> {
    const { folder, log, brand } = this.parts;
    makeFolder(folder);
    const { network } = kept;
    const start = (controlPort: number) =>
      startSpaces({
        data: folder,
        ports: PORTS,
        most: 1000,
        idle: null,
        controlPort,
        controlHttps: true,
        // A browser does not trust the CA.
        psuHttp: network === null,
        ...(network !== null && { host: network, controlHost: network, names: [network] }),
        log,
        brand,
      });
    try {
      this.service = await start(kept.port).catch((error: unknown) => {
        // Another program has the port.
        if (error instanceof StartError) return start(0);
        throw error;
      });
    } catch (error) {
      if (error instanceof StartError) throw new HostError('refused', error.message);
      throw error;
    }
    this.parts.kept.write(kept);
    this.keep({ port: Number(new URL(this.service.controlBaseUrl).port) });
    return this.service;
  }

  private async close(): Promise<void> {
    const { service } = this;
    this.service = null;
    this.progress.clear();
    await service?.stop();
  }

  private keep(change: Partial<KeptClass>): void {
    const kept = this.parts.kept.read();
    if (kept !== null) this.parts.kept.write({ ...kept, ...change });
  }

  private reached({ spaces }: SpaceService, id: string): Progress & Pick<ClassBank, 'problem'> {
    try {
      return { problem: null, ...this.readTo(spaces.get(id).wake().journal, id) };
    } catch (error) {
      // Its files were damaged, or the trainee has ended it.
      return { problem: error instanceof Error ? error.message : String(error), ...NONE };
    }
  }

  private readTo(journal: { after: (seq: number) => JournalEntry[] }, id: string): Progress {
    let { seq, reached } = this.progress.get(id) ?? { seq: 0, reached: NONE };
    for (const entry of journal.after(seq)) {
      reached = after(reached, entry);
      ({ seq } = entry);
    }
    this.progress.set(id, { seq, reached });
    return reached;
  }
}

/** The IPv4 addresses of this machine by which others on its networks reach it. */
export function networks(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

function after(reached: Progress, { fact, exchange, at }: JournalEntry): Progress {
  if (fact.kind === 'reset') return NONE;
  if (fact.kind === 'decision' && fact.decision === 'approve')
    return withStep(
      reached,
      fact.about.some(({ subject }) => subject === 'payment' || subject === 'basket') ? 'approved' : 'given',
    );
  if (exchange === undefined || fact.kind !== 'response') return reached;
  const { method, path, status, rule, operation, explanation } = exchange;
  const isRefused = status >= 400;
  const refusals = isRefused ? (reached.last?.refusals ?? 0) + 1 : 0;
  const next = {
    ...reached,
    requests: reached.requests + 1,
    last: { method, path, status, at, refusals },
    refusal: isRefused ? { code: fact.code, rule, text: explanation?.text ?? null } : reached.refusal,
  };
  if (isRefused) return next;
  const step = operation === null ? undefined : STEP_OF[operation];
  const signed = withStep(next, 'signed');
  return step === undefined ? signed : withStep(signed, step);
}

const STEP_OF: Readonly<Partial<Record<OperationId, ClassStep>>> = {
  createConsent: 'consent',
  createConsentDeprecated: 'consent',
  listAccounts: 'accounts',
  createPayment: 'payment',
};

function withStep(reached: Progress, step: ClassStep): Progress {
  return reached.steps.includes(step) ? reached : { ...reached, steps: [...reached.steps, step] };
}
