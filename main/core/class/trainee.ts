/** The trainee's side of a class: joins the bank of a link, and follows its journal, so that Flow shows what happens inside. */
import { X509Certificate } from 'node:crypto';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { type ClassLink, type OfferedBank, readClassLink } from '../../../shared/contract/class.ts';
import { EXAMPLE_PSU_IP_ADDRESS, isBaseUrl } from '../../../shared/contract/environments.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Emit } from '../../../shared/contract/methods.ts';
import { type FlowEvent, flowEventSchema } from '../../../shared/flow/event.ts';
import { MAX_CONTROL_ANSWER_BYTES, SPACE_LIST_MS } from '../../../shared/limits.ts';
import { firstFree } from '../../../shared/names.ts';
import { readBody } from '../../../shared/node/bounded-http.ts';
import { SerialQueue } from '../../../shared/serial-queue.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Vault } from '../certificates/vault.ts';
import { type ClassSpace, type Environments, LOCAL } from '../environments/environments.ts';
import type { FlowRecord } from '../flow/record.ts';
import { testConnection } from '../requests/connection-test.ts';

const t = texts.class.core;

/** Milliseconds between two readings of the journal of the bank in use: what the PSU does there comes with no request. */
const INTERVAL = 1000;
/** Keeps the positions in the journals of several banks apart, as for the banks of rows (targetOf), below zero. */
const APART = -(2 ** 32);

interface TraineeParts {
  environments: Environments;
  vault: Pick<Vault, 'list'>;
  flow: Pick<FlowRecord, 'follow' | 'heard' | 'sendsUnlogged'>;
  emit: Emit;
  log: (line: string) => void;
}

/** Up to where the journal of a bank was read. */
interface Position {
  offset: number;
  /** Null at the beginning. */
  last: { seq: number; at: number } | null;
}

export class Trainee {
  private readonly parts: TraineeParts;
  private readonly positions = new Map<string, Position>();
  private journals = 0;
  /** Why the last reading failed. */
  private failure: string | null = null;
  private readonly reading = new SerialQueue();
  private readonly timer: NodeJS.Timeout;

  constructor(parts: TraineeParts) {
    this.parts = parts;
    parts.flow.follow({
      follows: (name) => this.environmentNamed(name) !== null,
      catchUp: (name) => this.catchUp(this.environmentNamed(name)),
    });
    let isReading = false;
    const read = () => {
      if (isReading) return;
      isReading = true;
      void this.catchUp(parts.environments.current().id).finally(() => (isReading = false));
    };
    read();
    this.timer = setInterval(read, INTERVAL).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** What a link leads to. Keeps nothing. @throws HostError if it is no link, or if its bank is not there */
  async look(text: string): Promise<OfferedBank & { caPem: string; link: ClassLink }> {
    const link = readClassLink(text);
    if (link === null) throw new HostError('bad-input', t.noLink);
    const { origin, space, name, token, fingerprint } = link;
    // Reads the certificates before they are verified. The token is only sent to the CA of the link.
    const requestId = this.parts.flow.sendsUnlogged('HEAD', '/');
    const tested = await testConnection({ baseUrl: origin, roots: '', client: null, proxy: null, requestId });
    if (tested.root === null) throw new HostError('refused', t.notThere(tested.problem ?? origin));
    const ca = new X509Certificate(tested.root.pem);
    const found = ca.fingerprint256;
    if (found.replaceAll(':', '').toLowerCase() !== fingerprint)
      throw new HostError('refused', t.otherCa(origin, found));
    const url = `${origin}/spaces/${space}`;
    const { apiBaseUrl } = await ask(url, { ca: ca.toString(), token }, spaceSchema);
    return {
      name,
      baseUrl: apiBaseUrl,
      ca: tested.root.name,
      fingerprint: found,
      caPem: ca.toString(),
      link,
    };
  }

  /** Makes an environment that trusts the CA of the bank, and uses it. The same link leads to the same one again. @returns its name @throws HostError like {@link look} */
  async join(text: string): Promise<string> {
    const { environments, vault } = this.parts;
    const { name, baseUrl, caPem, link } = await this.look(text);
    const controlBaseUrl = `${link.origin}/spaces/${link.space}`;
    const all = environments.list();
    const known = all.find(({ id, roots }) => {
      const space = environments.spaceOf(id);
      return space?.controlBaseUrl === controlBaseUrl && space.token === link.token && roots === caPem;
    });
    // The certificate of a real TPP has no business there.
    const made = vault.list().find(({ kind, origin }) => kind === 'signing' && origin === 'made');
    const certificateId = made?.id ?? environments.read(LOCAL).certificateId;
    const form = {
      name: firstFree(
        (number) => t.environment(name, number),
        (one) => all.some((other) => other.name === one),
      ),
      baseUrl,
      hosts: [],
      certificateId,
      tlsCertificateId: null,
      roots: caPem,
      redirectUri: null,
      psuIpAddress: EXAMPLE_PSU_IP_ADDRESS,
      headers: '',
    };
    const space = { controlBaseUrl, token: link.token };
    const id = known?.id ?? environments.create(certificateId, form, space);
    environments.choose(id);
    await this.catchUp(id);
    return environments.read(id).name;
  }

  /** Enters what is new in the journal of the bank of a class. Does nothing for other environments. */
  private async catchUp(id: string | null): Promise<void> {
    const space = id === null ? null : this.parts.environments.spaceOf(id);
    if (id === null || space === null) return;
    const failure = await this.reading
      .run(() => this.read(id, space))
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    // Once, although it is tried every second.
    if (typeof failure === 'string' && failure !== this.failure) this.parts.log(t.notFollowed(failure));
    this.failure = failure ?? null;
  }

  private async read(id: string, space: ClassSpace): Promise<void> {
    const known = this.positions.get(id);
    let { offset, last }: Position = known ?? { offset: ++this.journals * APART, last: null };
    const { name, roots } = this.parts.environments.read(id);
    for (;;) {
      // With the last known event, which shows that it is still the same journal.
      const after = last === null ? 0 : last.seq - 1;
      const events = await ask(
        `${space.controlBaseUrl}/control/journal?after=${after}`,
        { ca: roots, token: space.token },
        journalSchema,
      );
      const [first] = events;
      const isSame = last === null || (first?.seq === last.seq && first.at === last.at);
      const fresh = isSame ? events.slice(last === null ? 0 : 1) : [];
      // What was there before this program is not of this program.
      if (known !== undefined) for (const event of fresh) this.enter(id, name, offset, event);
      if (isSame) last = fresh.at(-1) ?? last;
      else [offset, last] = [++this.journals * APART, null];
      this.positions.set(id, { offset, last: last && { seq: last.seq, at: last.at } });
      if (isSame && fresh.length === 0) return;
    }
  }

  private enter(id: string, environment: string, offset: number, { seq, at, ...event }: FlowEvent): void {
    // Only the workbench itself hides or notes anything.
    if (event.kind === 'rewound' || event.kind === 'note') return;
    const cause = event.cause === null ? null : event.cause + offset;
    const placed = { ...event, cause, bankAt: null, environment };
    this.parts.flow.heard({ seq: seq + offset, at, event: placed }, false);
    if (event.kind !== 'reset') return;
    this.parts.environments.forgetPsu(id, Date.now());
    this.parts.emit('environments.changed', {});
    this.parts.emit('status.changed', {});
  }

  private environmentNamed(name: string): string | null {
    return (
      this.parts.environments.list().find((one) => one.kind === 'class' && one.name === name)?.id ?? null
    );
  }
}

const spaceSchema = z.looseObject({ apiBaseUrl: z.string().refine(isBaseUrl) });
const journalSchema = z.looseObject({ events: z.array(flowEventSchema) }).transform(({ events }) => events);

/** @throws HostError */
async function ask<T>(
  url: string,
  { ca, token }: { ca: string; token: string },
  schema: z.ZodType<T>,
): Promise<T> {
  const agent = new Agent({ connect: { ca } });
  try {
    const { statusCode, body } = await request(url, {
      dispatcher: agent,
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(SPACE_LIST_MS),
    });
    const read = await readBody(body, { bytes: MAX_CONTROL_ANSWER_BYTES, time: SPACE_LIST_MS });
    if (statusCode === 401) throw new HostError('refused', t.noSuchBank);
    const known = read.ok && statusCode === 200 ? schema.safeParse(JSON.parse(read.bytes.toString())) : null;
    if (known?.success !== true) throw new HostError('refused', t.oddAnswer(new URL(url).origin, statusCode));
    return known.data;
  } catch (error) {
    if (error instanceof HostError) throw error;
    throw new HostError('network', t.notThere(error instanceof Error ? error.message : String(error)));
  } finally {
    await agent.destroy();
  }
}
