/** The memory that the journals of several banks may take together. */

/** What can take less. */
interface Halving {
  halve: () => void;
}

export class JournalRoom {
  private readonly most: number;
  private readonly weights = new Map<Halving, number>();
  private total = 0;

  /** @param most bytes */
  constructor(most: number) {
    this.most = most;
  }

  /** Notes what a journal takes now. If all of them take too much, the one that takes most lets go of its older half. */
  note(journal: Halving, bytes: number): void {
    this.total += bytes - (this.weights.get(journal) ?? 0);
    this.weights.set(journal, bytes);
    if (this.total <= this.most) return;
    let [heaviest, most] = [journal, bytes];
    for (const [one, weight] of this.weights) if (weight > most) [heaviest, most] = [one, weight];
    heaviest.halve();
  }

  leave(journal: Halving): void {
    this.total -= this.weights.get(journal) ?? 0;
    this.weights.delete(journal);
  }
}
