/** A person who finishes an SCA of a run on the pages of a bank that is not a simulator. */
import type { ScaPages } from '../sca/pages.ts';

export interface PersonOrder {
  /** The scaRedirect that the bank has sent. */
  link: string;
  /** As the step has it. */
  psu: string;
  decision: 'approve' | 'abort';
  /** The TPP-Session-ID of the run. */
  sessionId: string;
  /** Ends the wait. */
  stopped: AbortSignal;
}

export type Waiting = Pick<PersonOrder, 'decision' | 'link' | 'psu'>;

/** What a run needs of it. @returns the parameters of the PSU's return; null if the run was stopped first */
export type AskPerson = (order: PersonOrder) => Promise<URLSearchParams | null>;

interface Asked extends PersonOrder {
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
    return first === undefined ? null : { link: first.link, psu: first.psu, decision: first.decision };
  }

  ask(environment: string, order: PersonOrder): Promise<URLSearchParams | null> {
    this.pages.noteLink(order.link, environment);
    return new Promise((resolve) => {
      const end = () => asked.answer(null);
      const asked: Asked = {
        ...order,
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
