/**
 * Relations of events: request and response, the events of an SCA, and the dialogue about a payment, basket or consent. Grows with the
 * log.
 */
import type { About, FlowEvent, Subject } from './event.ts';

/** Subjects of dialogues. A payment and its basket are one dialogue. */
const DIALOGUES: ReadonlySet<Subject> = new Set(['payment', 'basket', 'consent']);

/** Events without a dialogue. */
const FOR_ALL: ReadonlySet<FlowEvent['kind']> = new Set([
  'batch',
  'clock',
  'operator',
  'reset',
  'note',
  'rewound',
]);

/** Whether the PSU is done with an SCA; the last such event is its end. Other programs have redirect URIs whose callbacks are not seen here. */
export function endsSca(event: FlowEvent): boolean {
  const { kind } = event;
  return (
    kind === 'decision' ||
    kind === 'callback' ||
    (kind === 'response' && event.to === 'psu' && event.location !== null)
  );
}

export class Relations {
  readonly #events = new Map<number, FlowEvent>();
  readonly #responses = new Map<number, number>();
  /** The SCA of an event, and the events of an SCA. */
  readonly #scaOf = new Map<number, string>();
  readonly #scas = new Map<string, number[]>();
  /** The dialogue of an SCA, as the key of one of its subjects. */
  readonly #scaSubject = new Map<string, string>();
  /** The SCA that a response led to. */
  readonly #ledTo = new Map<number, string>();
  /** Union-find forest of subjects of the same dialogue. */
  readonly #same = new Map<string, string>();
  /** Cache until the next event: a log may be one long chain of causes, and is laid out event by event. */
  readonly #dialogues = new Map<number, string | null>();

  constructor(events: readonly FlowEvent[] = []) {
    for (const event of events) this.add(event);
  }

  add(event: FlowEvent): void {
    this.#dialogues.clear();
    this.#events.set(event.seq, event);
    if (event.kind === 'response' && event.cause !== null) this.#responses.set(event.cause, event.seq);
    const sca = this.#findSca(event);
    if (sca !== null) {
      this.#scaOf.set(event.seq, sca);
      const events = this.#scas.get(sca);
      if (events) events.push(event.seq);
      else this.#scas.set(sca, [event.seq]);
    }
    if (event.kind === 'opened' && sca !== null && event.cause !== null) this.#ledTo.set(event.cause, sca);
    if (FOR_ALL.has(event.kind)) return;
    const subjects = event.about.filter(({ subject }) => DIALOGUES.has(subject));
    const [first] = preferred(subjects);
    if (first === undefined) return;
    for (const { subject, id } of event.about) if (subject === 'authorisation') this.#isFor(id, first);
    // A consent has no id before the PSU gives it.
    const during = event.kind === 'step' && event.cause !== null ? this.#scaOf.get(event.cause) : undefined;
    if (during !== undefined) this.#isFor(during, first);
    // A consent does not join its many payments.
    const joined = subjects.filter(({ subject }) => subject !== 'consent');
    for (const other of joined) this.#join(keyOf(joined[0] ?? other), keyOf(other));
  }

  get(seq: number): FlowEvent | undefined {
    return this.#events.get(seq);
  }

  responseOf(request: number): number | undefined {
    return this.#responses.get(request);
  }

  /** The SCA of an event, from opening the bank's page to its end, or null. */
  scaOf(seq: number): string | null {
    return this.#scaOf.get(seq) ?? null;
  }

  /** The events of an SCA, oldest first. */
  scaEvents(sca: string): readonly number[] {
    return this.#scas.get(sca) ?? [];
  }

  /** The key of the dialogue of an event, or null. */
  dialogueOf(seq: number): string | null {
    const way: number[] = [];
    let found: string | null = null;
    for (let event = this.#events.get(seq); event !== undefined;) {
      const known = this.#dialogues.get(event.seq);
      if (known !== undefined) {
        found = known;
        break;
      }
      // Before its causes, which may be cyclic in a damaged log.
      this.#dialogues.set(event.seq, null);
      way.push(event.seq);
      const own = this.#ownDialogue(event);
      if (own !== null) found = this.#root(own);
      if (own !== null || event.cause === null || FOR_ALL.has(event.kind)) break;
      event = this.#events.get(event.cause);
    }
    for (const one of way) this.#dialogues.set(one, found);
    return found;
  }

  #ownDialogue(event: FlowEvent): string | null {
    if (FOR_ALL.has(event.kind)) return null;
    const [own] = preferred(event.about);
    if (own !== undefined) return keyOf(own);
    // A request that creates a resource has the dialogue of its response or of the SCA that follows.
    const response = event.kind === 'request' ? this.#responses.get(event.seq) : undefined;
    const sca = this.#scaOf.get(event.seq) ?? this.#ledTo.get(response ?? event.seq);
    const subject = sca === undefined ? undefined : this.#scaSubject.get(sca);
    if (subject !== undefined) return subject;
    const answer = response === undefined ? undefined : this.#events.get(response);
    const [named] = preferred(answer?.about ?? []);
    return named === undefined ? null : keyOf(named);
  }

  #findSca(event: FlowEvent): string | null {
    const { kind } = event;
    const isPart =
      kind === 'opened' ||
      kind === 'callback' ||
      kind === 'decision' ||
      (kind === 'request' && event.from === 'psu') ||
      (kind === 'response' && event.to === 'psu');
    if (!isPart) return null;
    const named = event.about.find(({ subject }) => subject === 'authorisation')?.id;
    if (named !== undefined) return named;
    const before = event.cause === null ? undefined : this.#scaOf.get(event.cause);
    // A page opened elsewhere, whose SCA has no known id.
    return before ?? (kind === 'opened' ? `event ${event.seq}` : null);
  }

  #isFor(sca: string, about: About): void {
    if (!this.#scaSubject.has(sca)) this.#scaSubject.set(sca, keyOf(about));
  }

  #root(key: string): string {
    let root = key;
    for (let next = this.#same.get(root); next !== undefined; next = this.#same.get(root)) root = next;
    // Path compression.
    for (let at = key; at !== root;) {
      const next = this.#same.get(at) ?? root;
      this.#same.set(at, root);
      at = next;
    }
    return root;
  }

  #join(one: string, other: string): void {
    const [first, second] = [this.#root(one), this.#root(other)];
    if (first !== second) this.#same.set(second, first);
  }
}

/** The subjects of dialogues: baskets first, then payments, then consents. */
function preferred(about: readonly About[]): About[] {
  const of = (subject: Subject) => about.filter((one) => one.subject === subject);
  return [...of('basket'), ...of('payment'), ...of('consent')];
}

function keyOf({ subject, id }: About): string {
  return `${subject} ${id}`;
}

/** The subject and id of a dialogue's key. */
export function aboutOfKey(key: string): About {
  const space = key.indexOf(' ');
  return { subject: key.slice(0, space) as Subject, id: key.slice(space + 1) };
}
