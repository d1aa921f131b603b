/**
 * A demonstration that plays by itself. This happens here and not in a window, because a demonstration may have two: a button in either
 * of them takes over.
 */
import type { Player, PlayerState } from './player.ts';

interface AutoplayParts {
  player: Pick<Player, 'next' | 'state'>;
  /** Seconds that were chosen last. */
  pace: { read: () => number; write: (seconds: number) => void };
  /** Called when it begins, and when it ends by itself. */
  changed: () => void;
  /** Calls once, after so many milliseconds. @returns what prevents it */
  later?: (work: () => void, milliseconds: number) => () => void;
}

export class Autoplay {
  private readonly parts: AutoplayParts;
  private pace: number | null = null;
  /** Counts whatever ends a wait. */
  private turn = 0;
  private cancel: () => void = () => undefined;

  constructor(parts: AutoplayParts) {
    this.parts = parts;
  }

  /** Seconds between two presses; null while a person presses. */
  get seconds(): number | null {
    return this.pace;
  }

  /** Seconds that were chosen last; they survive a restart. */
  get chosen(): number {
    return this.parts.pace.read();
  }

  /** @param seconds between two presses of Next; null stops */
  set(seconds: number | null): void {
    this.stop();
    if (seconds !== null) this.parts.pace.write(seconds);
    this.pace = seconds;
    this.wait();
    this.parts.changed();
  }

  /** Called before a person presses something. */
  stop(): void {
    this.turn++;
    this.cancel();
    this.pace = null;
  }

  private wait(): void {
    const { pace, parts } = this;
    if (pace === null) return;
    const { later = timer } = parts;
    this.cancel = later(() => void this.press(), pace * 1000);
  }

  private async press(): Promise<void> {
    const { player, changed } = this.parts;
    const { turn } = this;
    const goesOn = !isOver(player.state()) && (await succeeds(player.next())) && !isOver(player.state());
    // Somebody has pressed something in the meantime.
    if (turn !== this.turn) return;
    if (goesOn) {
      this.wait();
      return;
    }
    this.stop();
    changed();
  }
}

/** What cannot be played is said to the person who presses next. */
function succeeds(press: Promise<unknown>): Promise<boolean> {
  return press.then(
    () => true,
    () => false,
  );
}

/** At the end, after a failure, after a change by hand, and while or after a person decides, a person goes on. */
function isOver({ playing }: PlayerState): boolean {
  if (playing === null) return true;
  const { next, failed, changed, byHand } = playing;
  return next === 'end' || failed !== null || changed || byHand !== null;
}

function timer(work: () => void, milliseconds: number): () => void {
  const timeout = setTimeout(work, milliseconds).unref();
  return () => clearTimeout(timeout);
}
