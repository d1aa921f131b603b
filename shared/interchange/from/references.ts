/** The references of an OpenAPI document: within it, and to the files that were given with it. */
import { interchange as t } from '../../texts/interchange.ts';
import { at, isObject, objectOf, textAt } from '../values.ts';

/** Of one reference, with those that its way leads over. */
const MOST_STEPS = 50;

type Note = (sentence: string) => void;

export class References {
  readonly document: unknown;
  private readonly path: string;
  private readonly file: (path: string) => unknown;

  /**
   * @param path of the document, which references from other files name
   * @param file gives the content of another file; undefined if there is none
   */
  constructor(document: unknown, path = '', file: (path: string) => unknown = () => undefined) {
    this.document = document;
    this.path = path;
    this.file = file;
  }

  /** What stands at the end of a chain of references. @param note called with a sentence if it leads nowhere */
  follow(value: unknown, note: Note): unknown {
    return this.followed(value, note, { left: MOST_STEPS });
  }

  /** The value at a path of names, each of which may be behind a reference. */
  at(value: unknown, names: readonly (string | number)[], note: Note = () => {}): unknown {
    let found = this.follow(value, note);
    for (const name of names) found = this.follow(at(found, name), note);
    return found;
  }

  members(
    value: unknown,
    names: readonly (string | number)[] = [],
    note: Note = () => {},
  ): [string, unknown][] {
    return Object.entries(objectOf(this.at(value, names, note)));
  }

  private followed(value: unknown, note: Note, steps: { left: number }): unknown {
    let found = value;
    for (;;) {
      const reference = isObject(found) ? found['$ref'] : undefined;
      if (typeof reference !== 'string') return found;
      const nowhere = (sentence: (reference: string) => string) => {
        const isOwn = this.path !== '' && reference.startsWith(`${this.path}#`);
        note(sentence(isOwn ? reference.slice(this.path.length) : reference));
      };
      const [file = '', pointer = ''] = reference.split('#');
      const document = file === '' || file === this.path ? this.document : this.file(file);
      if (document === undefined) return nowhere(t.outsideReference);
      if (steps.left-- <= 0 || (pointer !== '' && !pointer.startsWith('/'))) return nowhere(t.noReference);
      found = document;
      for (const part of pointer.split('/').slice(1))
        found = at(this.followed(found, note, steps), pointerPart(part));
      if (found === undefined) return nowhere(t.noReference);
    }
  }
}

/** The name at the end of a reference; empty if it has none. */
export function nameOfReference(value: unknown): string {
  return pointerPart(
    textAt(value, '$ref')
      .split(/[#/]/)
      .findLast((part) => part !== '') ?? '',
  );
}

function pointerPart(part: string): string {
  return decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Without percent-encoding; as it is if it has a broken one. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
