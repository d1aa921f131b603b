/** A person who finishes an SCA of a run on the pages of a bank that is not a simulator. */
import { randomUUID } from 'node:crypto';
import type { ScaPages } from '../sca/pages.ts';

export interface PersonOrder {
  /** The page. It may have secret values of the step in it, so nobody sees it. */
  link: string;
  /** As the step has it, with its secrets masked. */
  psu: string;
  decision: 'approve' | 'abort';
  /** The TPP-Session-ID of the run. */
  sessionId: string;
  /** Ends the wait. */
  stopped: AbortSignal;
}

/** What the person is told. The page is opened by the id. */
export interface Waiting extends Pick<PersonOrder, 'decision' | 'psu'> {
  id: string;
}

/** What a run needs of it. @returns the parameters of the PSU's return; null if the run was stopped first */
export type AskPerson = (order: PersonOrder) => Promise<URLSearchParams | null>;

interface Asked extends PersonOrder {
  id: string;
  environment: string;
  answer: (query: URLSearchParams | null) => void;
}

/** The PSU is at one page at a time: rows that run at the same time wait for each other. */
export class PersonAtBank {
  private readonly queue: Asked[] = [];
  private readonly pages: Pick<ScaPages, 'noteLink'>;
  private readonly changed: () => void;

  /**
   * @param pages learns which pages may be opened
   * @param changed called when the page that the person is asked to open is another one, or none any more
   */
  constructor(pages: Pick<ScaPages, 'noteLink'>, changed: () => void) {
    this.pages = pages;
    this.changed = changed;
  }

  get waiting(): Waiting | null {
    const [first] = this.queue;
    return first === undefined ? null : { id: first.id, psu: first.psu, decision: first.decision };
  }

  /** The page that somebody is asked to open; null if the run does not wait for it any more. */
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

  /**
   * A PSU has returned to the address of an environment.
   * @returns whether that ends the SCA of a run: it names the run's session, or, like every SCA that fails, none
   */
  returned(environment: string, query: URLSearchParams): boolean {
    const [first] = this.queue;
    const sessionId = query.get('tpp-session-id');
    if (first?.environment !== environment) return false;
    if (sessionId !== null && sessionId !== first.sessionId) return false;
    first.answer(query);
    return true;
  }
}
