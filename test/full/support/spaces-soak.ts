/**
 * Clients that work in random spaces of one service, which is killed now and then. Each space has a model, which shares no code with
 * the bank. An act that was under way when the service was killed has happened or has not; everything else is certain.
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY } from '../../../shared/time.ts';
import { NOON } from '../../support/bank.ts';
import { type Identity, makeIdentity } from '../../support/identity.ts';
import { bodyOf, EIRIK, moneyOf, pathOfProduct, PEOPLE, selfOf } from '../../support/payments.ts';
import { type Answer, type Made, SERVICE_TOKEN, serviceCall } from '../../support/spaces.ts';
import { startSpacesProcess, type SpacesProcess } from '../../support/spaces-process.ts';
import { type BankDoor, type Reply, scaIdOf, Tpp } from '../../support/tpp.ts';

const CLOCK = '2026-11-20T10:42:07+01:00';
/** Longer than any row of days without a batch. */
const MOVE = 7 * DAY;
/** Minor units of Eirik's account in the seed data. */
const BOOKED = 4_218_450;

/** What must be in a space. */
interface Model {
  now: number;
  /** Payments by status. */
  RCVD: number;
  PDNG: number;
  ACSC: number;
  /** Minor units that have left Eirik's account, and those that leave it with the next batch. */
  moved: number;
  moving: number;
  /** The TPPs that have a consent, with the psu-id that each got. */
  consents: ReadonlyMap<string, string>;
  /** What payments are marked with: the names of the spaces in which they were made. */
  marks: ReadonlySet<string>;
}

const FRESH: Model = {
  now: NOON,
  RCVD: 0,
  PDNG: 0,
  ACSC: 0,
  moved: 0,
  moving: 0,
  consents: new Map(),
  marks: new Set(),
};

/** What is compared. */
function shown({ now, RCVD, PDNG, ACSC, moved, consents }: Model): string {
  const payments = Object.fromEntries(Object.entries({ ACSC, PDNG, RCVD }).filter(([, count]) => count > 0));
  return JSON.stringify({ now, payments, booked: BOOKED - moved, consents: consents.size, conserved: true });
}

interface Place {
  name: string;
  /** Null if there is no such space at the moment. */
  space: Made | null;
  model: Model;
  /** Whether a client works in it. */
  busy: boolean;
}

export interface SoakOptions {
  data: string;
  spaces: number;
  clients: number;
  /** Milliseconds. */
  duration: number;
  /** Milliseconds between two kills, on average. */
  kills: number;
}

export interface SoakResult {
  acts: Record<string, number>;
  checks: number;
  kills: number;
  /** Acts that a kill has interrupted. */
  unsure: number;
  /** What was not as the models say. */
  faults: string[];
}

export async function soak(options: SoakOptions): Promise<SoakResult> {
  const made = new Soak(options);
  await made.run();
  return made.result;
}

class Soak {
  readonly result: SoakResult = { acts: {}, checks: 0, kills: 0, unsure: 0, faults: [] };
  private readonly options: SoakOptions;
  private readonly places: Place[];
  /** Another service would take the ports of this one while it is down. */
  private readonly ports: readonly string[];
  private identities: Identity[] = [];
  private service: SpacesProcess | null = null;
  /** Resolves when the service is up again. */
  private up = Promise.withResolvers<void>();
  private isOver = false;

  constructor(options: SoakOptions) {
    this.options = options;
    const from = 10_000 + 200 * randomInt(60);
    this.ports = ['--ports', `${from}-${from + 199}`];
    this.places = Array.from({ length: options.spaces }, (_, at) => ({
      name: `soak-${at}`,
      space: null,
      model: FRESH,
      busy: false,
    }));
  }

  async run(): Promise<void> {
    const { clients, duration, kills } = this.options;
    this.identities = await Promise.all(
      Array.from({ length: clients }, (_, at) =>
        makeIdentity({ organizationNumber: `PSDNO-FSA-SOAK-${at}` }),
      ),
    );
    await this.start();
    try {
      const end = Date.now() + duration;
      const working = this.identities.map((identity) => this.work(identity, end));
      while (Date.now() < end && !this.isOver) {
        await sleep(Math.min(kills / 2 + randomInt(kills), Math.max(0, end - Date.now())));
        if (Date.now() < end && !this.isOver) await this.kill();
      }
      await Promise.all(working);
      for (const place of this.places) await this.checkAtTheEnd(place);
    } finally {
      this.service?.child.kill('SIGTERM');
      await this.service?.exit;
    }
  }

  // The service

  private async start(): Promise<void> {
    const { data, spaces } = this.options;
    for (let left = 10; ; left -= 1) {
      try {
        const port = String(22_000 + randomInt(1000));
        const own = ['--data', data, '--control-port', port, '--control-token-file', `${data}/token`];
        const bounds = [...this.ports, '--most', String(spaces), '--idle', '0.02'];
        this.service = await startSpacesProcess(...own, ...bounds);
        this.up.resolve();
        return;
      } catch (error) {
        // Another program has the port.
        if (left === 0) throw error;
      }
    }
  }

  private async kill(): Promise<void> {
    const { service } = this;
    if (service === null) return;
    this.up = Promise.withResolvers();
    this.result.kills += 1;
    this.service = null;
    service.child.kill('SIGKILL');
    await service.exit;
    await this.start();
  }

  /** A call of the service as it is at the moment. */
  private async call(method: string, path: string, body?: unknown, token = SERVICE_TOKEN): Promise<Answer> {
    if (this.service === null) throw new Error('The service is down.');
    return serviceCall(this.service.ready, method, path, { token, ...(body === undefined ? {} : { body }) });
  }

  // A client

  private async work(identity: Identity, end: number): Promise<void> {
    while (Date.now() < end && !this.isOver) {
      await this.up.promise;
      const free = this.places.filter(({ busy }) => !busy);
      const place = free[randomInt(free.length)];
      if (place === undefined) {
        await sleep(1);
        continue;
      }
      place.busy = true;
      try {
        await (place.space === null ? this.make(place) : this.actIn(place, place.space, identity));
      } catch (error) {
        this.fault(place, error instanceof Error ? error.message : String(error));
      } finally {
        place.busy = false;
      }
    }
  }

  private async actIn(place: Place, space: Made, identity: Identity): Promise<void> {
    const tpp = new Tpp(this.doorOf(space, place), identity);
    const chance = randomInt(100);
    if (chance < 40) await this.pay(place, tpp);
    else if (chance < 52) await this.consent(place, tpp);
    else if (chance < 62)
      await this.step(place, 'batch', settled, () => this.ok('POST', place, '/control/batch'));
    else if (chance < 70) await this.move(place);
    else if (chance < 76)
      await this.step(
        place,
        'reset',
        () => FRESH,
        () => this.ok('POST', place, '/control/reset', { clock: CLOCK }),
      );
    else if (chance < 84)
      await this.step(
        place,
        'sleep',
        (model) => model,
        async () => {
          const { status } = await this.call('POST', `/spaces/${place.name}/sleep`);
          // It is in use until the bank knows that its last response is complete.
          if (status !== 200 && status !== 409) throw new Error(`The space does not sleep: ${status}`);
        },
      );
    else if (chance < 96) await this.intrude(place, tpp);
    else await this.end(place);
    if (place.space !== null) await this.check(place, tpp);
  }

  private async pay(place: Place, tpp: Tpp): Promise<void> {
    const amount = 100 + randomInt(900);
    const created = await this.step(
      place,
      'payment',
      (model) => ({ ...model, RCVD: model.RCVD + 1, marks: new Set([...model.marks, place.name]) }),
      async () => {
        const body = bodyOf('NDCT', {
          instructedAmount: { amount: (amount / 100).toFixed(2), currency: 'NOK' },
          endToEndIdentification: `MARK-${place.name}-${randomInt(2 ** 40)}`,
        });
        return replied(
          201,
          await tpp.send({ method: 'POST', path: pathOfProduct('NDCT'), body: JSON.stringify(body) }),
        );
      },
    );
    if (created === null) return;
    const started = await this.step(
      place,
      'authorisation',
      (model) => model,
      async () => replied(201, await tpp.send({ method: 'POST', path: `${selfOf(created)}/authorisations` })),
    );
    if (started === null) return;
    await this.step(
      place,
      'approval',
      (model) => ({ ...model, RCVD: model.RCVD - 1, PDNG: model.PDNG + 1, moving: model.moving + amount }),
      () => this.approve(place, started),
    );
  }

  private async consent(place: Place, tpp: Tpp): Promise<void> {
    const asked = await this.step(
      place,
      'consent',
      (model) => model,
      async () => replied(201, await tpp.send({ method: 'POST', path: '/v1/bank-offered-consents' })),
    );
    if (asked === null) return;
    let psuId = '';
    await this.step(
      place,
      'grant',
      (model) => ({ ...model, consents: new Map([...model.consents, [tpp.identity.tppId, psuId]]) }),
      async () => {
        psuId = new URL(await this.approve(place, asked)).searchParams.get('psu-id') ?? '';
      },
    );
  }

  private async approve(place: Place, reply: Reply): Promise<string> {
    const path = `/control/sca/${encodeURIComponent(scaIdOf(reply))}`;
    const { body } = await this.ok('POST', place, path, { nationalId: PEOPLE.eirik, decision: 'approve' });
    return String(body['redirectUri']);
  }

  private async move(place: Place): Promise<void> {
    await this.step(
      place,
      'clock',
      (model) => ({ ...settled(model), now: model.now + MOVE }),
      () => this.ok('POST', place, '/control/clock', { advance: 'P7D' }),
    );
  }

  /** Tries what belongs to another space. */
  private async intrude(place: Place, tpp: Tpp): Promise<void> {
    const other = this.places[randomInt(this.places.length)];
    if (other === undefined || other === place || other.space === null) return;
    const { controlToken } = other.space;
    const [, psuId] = [...other.model.consents][0] ?? [];
    await this.step(
      place,
      'intrusion',
      (model) => model,
      async () => {
        for (const path of ['', '/control/state', '/control/snapshot']) {
          const { status } = await this.call('GET', `/spaces/${place.name}${path}`, undefined, controlToken);
          if (status !== 401)
            throw new Error(`The token of ${other.name} gets ${status} at ${place.name}${path}`);
        }
        if (psuId === undefined || [...place.model.consents.values()].includes(psuId)) return;
        tpp.psuId = psuId;
        const { status, text } = await tpp.send({ path: '/v1/accounts' });
        if (status < 400)
          throw new Error(`The psu-id of ${other.name} gets ${status} at ${place.name}: ${text}`);
      },
    );
  }

  /** A new space, or the copy of one in which nobody works. */
  private async make(place: Place): Promise<void> {
    const sources = this.places.filter((one) => !one.busy && one.space !== null);
    const source = randomInt(2) === 0 ? sources[randomInt(Math.max(1, sources.length))] : undefined;
    if (source !== undefined) source.busy = true;
    try {
      const order = source === undefined ? { clock: CLOCK } : { from: source.name };
      const model = source?.model ?? FRESH;
      const answer = await this.attempt('make', () =>
        this.call('POST', '/spaces', { name: place.name, ...order }),
      );
      if (answer !== null && answer.status !== 201) throw new Error(`It is not made: ${answer.body.error}`);
      const made = answer === null ? await this.find(place) : (answer.body as unknown as Made);
      place.space = made;
      place.model = made === null ? FRESH : model;
    } finally {
      if (source !== undefined) source.busy = false;
    }
  }

  private async end(place: Place): Promise<void> {
    const answer = await this.attempt('end', () => this.call('DELETE', `/spaces/${place.name}`));
    if (answer !== null && answer.status !== 200) throw new Error(`It does not end: ${answer.body.error}`);
    place.space = answer === null ? await this.find(place) : null;
    if (place.space === null) place.model = FRESH;
  }

  /** What has become of a space whose making or end was interrupted. Its token may be unknown, so it gets a new one. */
  private async find(place: Place): Promise<Made | null> {
    const { status, body } = await this.surely(() => this.call('GET', `/spaces/${place.name}`));
    if (status === 404) return null;
    const { body: renewed } = await this.surely(() => this.call('POST', `/spaces/${place.name}/token`));
    return {
      ...place.space,
      ...body,
      ...renewed,
      caPem: readFileSync(`${this.options.data}/pki/ca.pem`, 'utf8'),
    } as unknown as Made;
  }

  // What is certain

  /** An act, and what it makes of the model. @returns null if a kill has interrupted it; then the model is what the space shows */
  private async step<T>(
    place: Place,
    name: string,
    after: (model: Model) => Model,
    act: () => Promise<T>,
  ): Promise<T | null> {
    const before = place.model;
    const result = await this.attempt(name, act);
    if (result !== null) {
      place.model = after(before);
      return result;
    }
    const actual = await this.surely(() => this.observed(place));
    const found = [before, after(before)].find((model) => shown(model) === actual);
    if (found === undefined)
      throw new Error(
        `After ${name} was interrupted: ${actual}, not ${shown(before)} or ${shown(after(before))}`,
      );
    place.model = found;
    return null;
  }

  /** @returns null if a kill has interrupted it @throws Error for any other failure */
  private async attempt<T>(name: string, act: () => Promise<T>): Promise<T | null> {
    const { kills } = this.result;
    this.result.acts[name] = (this.result.acts[name] ?? 0) + 1;
    try {
      if (this.service === null) return null;
      return await act();
    } catch (error) {
      if (kills === this.result.kills) throw error;
      this.result.unsure += 1;
      return null;
    }
  }

  /** Until it is done without a kill. */
  private async surely<T>(act: () => Promise<T>): Promise<T> {
    for (;;) {
      await this.up.promise;
      const { kills } = this.result;
      try {
        return await act();
      } catch (error) {
        if (kills === this.result.kills) throw error;
      }
    }
  }

  private async check(place: Place, tpp: Tpp): Promise<void> {
    if (this.isOver) return;
    const actual = await this.surely(() => this.observed(place, tpp));
    this.result.checks += 1;
    if (actual !== shown(place.model)) throw new Error(`It shows ${actual}, not ${shown(place.model)}`);
  }

  private async observed(place: Place, by?: Tpp): Promise<string> {
    const [identity] = this.identities;
    if (place.space === null || identity === undefined) throw new Error('There is no such space.');
    const { body } = await this.ok('GET', place, '/control/state');
    const now = Date.parse(String(body['now']));
    const { payments, consents } = body['counts'] as { payments: Record<string, number>; consents: number };
    const tpp = by ?? new Tpp(this.doorOf(place.space, place), identity);
    const { booked } = await moneyOf(new Tpp({ ...tpp.bank, now: () => now }, tpp.identity), EIRIK);
    const sorted = Object.fromEntries(Object.entries(payments).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const conserved = Object.values(body['conservation'] as Record<string, string>).every(
      (sum) => Number(sum) === 0,
    );
    return JSON.stringify({ now, payments: sorted, booked, consents, conserved });
  }

  /** Nothing in a space was made in another one, unless it was copied from there. */
  private async checkAtTheEnd(place: Place): Promise<void> {
    const [identity] = this.identities;
    if (place.space === null || identity === undefined || this.isOver) return;
    try {
      await this.check(place, new Tpp(this.doorOf(place.space, place), identity));
      const { body } = await this.ok('GET', place, '/control/snapshot');
      const marks = new Set(
        Array.from(JSON.stringify(body).matchAll(/MARK-(soak-\d+)-/g), ([, name = '']) => name),
      );
      const foreign = [...marks].filter((mark) => !place.model.marks.has(mark));
      if (foreign.length > 0) throw new Error(`It has payments of ${foreign.join(', ')}`);
    } catch (error) {
      this.fault(place, error instanceof Error ? error.message : String(error));
    }
  }

  private async ok(method: string, { name, space }: Place, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.call(method, `/spaces/${name}${path}`, body, space?.controlToken);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.error}`);
    return answer;
  }

  private doorOf(space: Made, place: Place): BankDoor {
    return { ...space, now: () => place.model.now, inspection: { somebody: () => null } };
  }

  /** The first fault ends the soak: what follows would be due to it. */
  private fault({ name }: Place, text: string): void {
    this.result.faults.push(`${name}: ${text}`);
    this.isOver = true;
  }
}

function settled(model: Model): Model {
  return {
    ...model,
    PDNG: 0,
    ACSC: model.ACSC + model.PDNG,
    moved: model.moved + model.moving,
    moving: 0,
  };
}

function replied(status: number, reply: Reply): Reply {
  if (reply.status !== status) throw new Error(`${reply.status} ${reply.text}`);
  return reply;
}
