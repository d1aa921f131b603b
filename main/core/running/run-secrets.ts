/** Every secret value that a run has had, until it ends: a response may repeat one that no variable has any more. */
import type { Variable } from '../../../shared/collection/scope.ts';
import { maskableTexts, secretTexts } from '../../../shared/collection/secret-values.ts';
import { type Hidden, hidden } from '../masking/mask.ts';

/** Values that are remembered besides those in use. Each makes the masking of every text longer, and a loop may bring a new one each turn. */
const MOST = 200;
/** What one captured secret may have: the value comes from a bank, and is searched for in fifty forms in everything that follows. */
const LARGEST = { characters: 8_192, texts: 100 };
/** Characters of all secrets of a run together. */
const MOST_CHARACTERS = 200_000;

type Secret = Pick<Variable, 'secret' | 'value'>;

export class RunSecrets {
  /** The latest last. */
  private readonly values = new Set<string>();
  /** The same list again while nothing has changed, so that it is prepared once. */
  private latest: readonly Hidden[] = [];
  private readonly told: (secrets: readonly Hidden[]) => void;

  /** @param told called with all of them when there are others than before */
  constructor(told: (secrets: readonly Hidden[]) => void = () => undefined) {
    this.told = told;
  }

  /** @returns what must be masked while a step has these variables @throws SecretsTooLarge */
  with(variables: readonly Secret[]): readonly Hidden[] {
    for (const value of maskableTexts(variables)) {
      this.values.delete(value);
      this.values.add(value);
    }
    const all = [...this.values];
    for (const oldest of all.slice(0, Math.max(0, all.length - MOST))) this.values.delete(oldest);
    const isSame =
      all.length === this.latest.length && all.every((value, at) => value === this.latest[at]?.real);
    if (!isSame) {
      this.latest = hidden(all);
      this.told(this.latest);
    }
    return this.latest;
  }

  /** Whether a value that a step has kept can be a secret of the run, which costs time for every text that follows. */
  holds(value: unknown): boolean {
    if (JSON.stringify(value).length > LARGEST.characters) return false;
    const texts = secretTexts([{ value, secret: true }]);
    const length = lengthOf(texts);
    return (
      texts.length <= LARGEST.texts &&
      length <= LARGEST.characters &&
      length + lengthOf(this.values) <= MOST_CHARACTERS
    );
  }
}

function lengthOf(texts: Iterable<string>): number {
  let length = 0;
  for (const text of texts) length += text.length;
  return length;
}
