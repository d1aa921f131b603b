/** Who finishes an SCA of a run on the pages of a real bank: in the window, the user. */
import { randomUUID } from 'node:crypto';
import type { ScaPages } from '../sca/allowed-pages.ts';
import type { Persona } from './psu-browser.ts';

export interface PersonOrder {
  /** The page. Not shown, because it may contain secrets of the step. */
  link: string;
  /** Not shown either. */
  persona: Persona;
  /** The PSU with masked secrets. */
  psu: string;
  sessionId: string;
  redirectUri: string;
  /** Aborted at the end of the run. The user has no timeout. */
  stopped: AbortSignal;
  /** Aborted then, and at the timeout of a program. */
  signal: AbortSignal;
  /** Milliseconds. */
  timeout: number;
  /** Called by a program that opens the page. */
  opened: () => void;
}

/** What the user sees. The id opens the page. */
export interface Waiting extends Pick<PersonOrder, 'psu'> {
  decision: Persona['decision'];
  id: string;
}

/** @returns the parameters of the PSU's return; null if the run was stopped first */
export type AskPerson = (order: PersonOrder) => Promise<URLSearchParams | null>;

interface Asked extends PersonOrder {
  id: string;
  environment: string;
  answer: (query: URLSearchParams | null) => void;
}

/** The PSU visits one page at a time: concurrent rows queue. */
export class PersonAtBank {
  private readonly queue: Asked[] = [];
  private readonly pages: Pick<ScaPages, 'noteLink'>;
  private readonly changed: () => void;

  /** @param pages of which those that may be opened are noted @param changed called when the current page changes */
  constructor(pages: Pick<ScaPages, 'noteLink'>, changed: () => void) {
    this.pages = pages;
    this.changed = changed;
  }

  get waiting(): Waiting | null {
    const [first] = this.queue;
    return first === undefined ? null : { id: first.id, psu: first.psu, decision: first.persona.decision };
  }

  /** The page to open; null if the run no longer waits. */
  linkOf(id: string): string | null {
    return this.queue.find((asked) => asked.id === id)?.link ?? null;
  }

  ask(environment: string, order: PersonOrder): Promise<URLSearchParams | null> {
    this.pages.noteLink(order.link, environment);
    return new Promise((resolve) => {
      const end = () => asked.answer(null);
      const asked: Asked = {
        ...order,
        id: randomUUID(),
        environment,
        answer: (query) => {
          order.stopped.removeEventListener('abort', end);
          const isFirst = this.queue[0] === asked;
          this.queue.splice(this.queue.indexOf(asked), 1);
          if (isFirst) this.changed();
          resolve(query);
        },
      };
      this.queue.push(asked);
      order.stopped.addEventListener('abort', end, { once: true });
      if (order.stopped.aborted) end();
      else if (this.queue[0] === asked) this.changed();
    });
  }

  /** @returns whether a return ends the SCA of a run: it names the run's session or, like every failed SCA, none */
  returned(environment: string, query: URLSearchParams): boolean {
    const [first] = this.queue;
    const sessionId = query.get('tpp-session-id');
    if (first?.environment !== environment) return false;
    if (sessionId !== null && sessionId !== first.sessionId) return false;
    first.answer(query);
    return true;
  }
}
