/** Plays a demonstration automatically: here and not in a window, because a demonstration may have two. */
import type { Player, PlayerState } from './player.ts';

interface AutoplayParts {
  player: Pick<Player, 'next' | 'state'>;
  /** Seconds that were chosen last. */
  pace: { read: () => number; write: (seconds: number) => void };
  /** Called when it begins, and when it ends automatically. */
  changed: () => void;
  /** @returns a function that cancels the call */
  later?: (work: () => void, milliseconds: number) => () => void;
}

/** Seconds between two things in the PSU's browser, in slow motion. */
const AT_BANK = 1;

export class Autoplay {
  private readonly parts: AutoplayParts;
  private pace: number | null = null;
  /** Incremented when a wait is cancelled. */
  private turn = 0;
  private cancel: () => void = () => undefined;

  constructor(parts: AutoplayParts) {
    this.parts = parts;
  }

  /** Seconds between two steps; null while the user plays manually. */
  get seconds(): number | null {
    return this.pace;
  }

  /** Seconds that were chosen last; they survive a restart. */
  get chosen(): number {
    return this.parts.pace.read();
  }

  /** @param seconds between two steps; null stops */
  set(seconds: number | null): void {
    this.stop();
    if (seconds !== null) this.parts.pace.write(seconds);
    this.pace = seconds;
    this.wait();
    this.parts.changed();
  }

  /** Called before the user presses a button. */
  stop(): void {
    this.turn++;
    this.cancel();
    this.pace = null;
  }

  private wait(): void {
    const { pace, parts } = this;
    if (pace === null) return;
    const { later = timer, player } = parts;
    const isAtBank = (player.state().playing?.browsed ?? 0) > 0;
    this.cancel = later(() => void this.press(), (isAtBank ? AT_BANK : pace) * 1000);
  }

  private async press(): Promise<void> {
    const { player, changed } = this.parts;
    const { turn } = this;
    const goesOn = !isOver(player.state()) && (await succeeds(player.next())) && !isOver(player.state());
    // The user has pressed a button meanwhile.
    if (turn !== this.turn) return;
    if (goesOn) {
      this.wait();
      return;
    }
    this.stop();
    changed();
  }
}

/** The player reports a failure at the user's next action. */
function succeeds(press: Promise<unknown>): Promise<boolean> {
  return press.then(
    () => true,
    () => false,
  );
}

/** At the end, after a failure or a manual change, and for a manual decision, the user continues. */
function isOver({ playing }: PlayerState): boolean {
  if (playing === null) return true;
  const { next, failed, changed, byHand } = playing;
  return next === 'end' || failed !== null || changed || byHand !== null;
}

function timer(work: () => void, milliseconds: number): () => void {
  const timeout = setTimeout(work, milliseconds).unref();
  return () => clearTimeout(timeout);
}
