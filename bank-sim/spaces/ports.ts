/** The ports of the spaces: each space has two, one for TPPs and one for PSUs, and keeps them. */
import { isInUse } from '../../shared/node/open-port.ts';
import type { Door } from './door.ts';
import { SpaceRefusal } from './refusal.ts';

/** Both included; null for any free ports. */
export type PortRange = { from: number; to: number } | null;

export class Ports {
  private readonly range: PortRange;
  /** Ports of an ended space are given away last, because its clients may still be trying. */
  private next: number;

  constructor(range: PortRange) {
    this.range = range;
    this.next = range?.from ?? 0;
  }

  /**
   * Opens a door at a port that nobody has.
   * @param kept ports of the spaces, also of those that cannot open theirs at the moment
   * @throws SpaceRefusal if there is none
   */
  async openFree(door: Door, kept: ReadonlySet<number>): Promise<number> {
    const { range } = this;
    if (range === null) return door.open(0);
    for (let left = range.to - range.from + 1; left > 0; left -= 1) {
      const port = this.next;
      this.next = port === range.to ? range.from : port + 1;
      if (kept.has(port)) continue;
      try {
        return await door.open(port);
      } catch (error) {
        if (!isInUse(error)) throw error;
      }
    }
    throw new SpaceRefusal(
      409,
      `No port from ${range.from} to ${range.to} is free, and a space needs two. End a space, or start the service with other --ports.`,
    );
  }
}
