/** Recognises the values of a response in a script: `pm.response.json()._links.self.href.split('/').pop()`. */
import type { Assertion } from '../collections/assertion.ts';
import type { Source } from '../collections/source.ts';
import { jsonPathOf, type Steps } from './paths.ts';
import { ScriptCursor } from './script-tokens.ts';

export interface ScriptValue {
  source: Source;
  /** Names and indexes that lead to a value of the body; null for other values. */
  steps: Steps | null;
  /**
   * What of the value it is. `cut` is an address without its query, `parts` what is between its slashes, `count` their number, `part`
   * one of them, `reason` the text of the status, `answer` a yes or no that `asked` is, `response` all of the response.
   */
  is: 'whole' | 'length' | 'cut' | 'parts' | 'count' | 'part' | 'reason' | 'form' | 'answer' | 'response';
  /** Of a part: its position as JavaScript counts, from the end if it is negative. */
  part?: number;
  asked?: Assertion;
  /** The type that the script has said it has. */
  form?: unknown;
}

const BODIES = [
  'pm.response.json()',
  'JSON.parse(responseBody)',
  'JSON.parse(pm.response.text())',
  'res.getBody()',
  'res.body',
  'response.body',
];
const STATUSES = [
  'pm.response.code',
  'responseCode.code',
  'res.getStatus()',
  'res.status',
  'response.status',
];
const REASONS = [
  'pm.response.status',
  'pm.response.reason()',
  'responseCode.name',
  'res.statusText',
  'res.getStatusText()',
];
const TIMES = ['pm.response.responseTime', 'responseTime', 'res.getResponseTime()', 'res.responseTime'];
const TEXTS = ['pm.response.text()', 'responseBody'];
const HEADERS = [
  'pm.response.headers.get',
  'postman.getResponseHeader',
  'res.getHeader',
  'response.headers.valueOf',
];
const HEADER_MAPS = ['pm.response.headers.toObject()', 'responseHeaders', 'res.getHeaders()', 'res.headers'];

const valueOf = (source: Source, is: ScriptValue['is'] = 'whole'): ScriptValue => ({
  source,
  steps: null,
  is,
});

export function bodyValue(steps: Steps): ScriptValue {
  return { source: { of: 'body', path: jsonPathOf(steps) }, steps, is: 'whole' };
}

/** A value inside another one. @returns null if that is none of the body */
export function memberOf({ steps, is }: ScriptValue, more: Steps): ScriptValue | null {
  return steps === null || is !== 'whole' ? null : bodyValue([...steps, ...more]);
}

export class ScriptValues extends ScriptCursor {
  /** Values of the response by the names that the script gives them; null for a name of something else. */
  protected readonly names = new Map<string, ScriptValue | null>();

  protected value(): ScriptValue | null {
    return this.nested(() => {
      let value = this.start();
      while (value !== null) {
        const next = this.next(value);
        if (next === undefined) break;
        value = next;
      }
      return value;
    });
  }

  private start(): ScriptValue | null {
    // A script may call anything `res` or `response`.
    const token = this.tokens[this.at];
    const known = token?.kind === 'word' ? this.names.get(token.text) : undefined;
    if (known !== undefined) {
      this.at++;
      return known;
    }
    if (this.take('(')) {
      const inside = this.value();
      return this.take(')') ? inside : null;
    }
    if (this.anyForm(['Array.isArray(']) !== null) {
      const list = this.value();
      return this.take(')') ? answer(list, { is: 'of-form', form: 'list' }) : null;
    }
    if (this.take('typeof')) {
      const value = this.value();
      return value?.is === 'whole' ? { ...value, is: 'form' } : null;
    }
    if (this.anyForm(STATUSES) !== null) return valueOf({ of: 'status' });
    if (this.anyForm(REASONS) !== null) return valueOf({ of: 'status' }, 'reason');
    if (this.anyForm(HEADERS) !== null) {
      const [name, ...more] = this.literals() ?? [];
      return typeof name === 'string' && name !== '' && more.length === 0
        ? valueOf({ of: 'header', name })
        : null;
    }
    if (this.anyForm(['pm.response.headers.has']) !== null) {
      const [name, ...more] = this.literals() ?? [];
      return typeof name === 'string' && name !== '' && more.length === 0
        ? answer(valueOf({ of: 'header', name }), { is: 'present' })
        : null;
    }
    if (this.anyForm(HEADER_MAPS) !== null) {
      const name = this.take('.') ? this.word() : this.key();
      return typeof name === 'string' && name !== '' ? valueOf({ of: 'header', name }) : null;
    }
    if (this.anyForm(TIMES) !== null) return valueOf({ of: 'time' });
    if (this.anyForm(BODIES) !== null) return bodyValue([]);
    if (this.anyForm(TEXTS) !== null) return valueOf({ of: 'text' });
    return this.anyForm(['pm.response']) !== null && !this.is('.')
      ? valueOf({ of: 'status' }, 'response')
      : null;
  }

  /** One step further from a value; undefined if there is none, null if it is not known. */
  private next(value: ScriptValue): ScriptValue | null | undefined {
    if (this.is('[')) return this.indexed(value);
    const start = this.at;
    if (this.take('?.')) {
      if (this.is('[')) return this.indexed(value);
    } else if (!this.take('.')) return undefined;
    const name = this.word();
    if (name === null) return null;
    if (this.is('(')) return this.called(value, name);
    if (name === 'length' && value.is === 'parts') return { ...value, is: 'count' };
    if (name === 'length' && value.steps !== null && value.is === 'whole') return { ...value, is: 'length' };
    if (value.steps !== null) return memberOf(value, [name]);
    // What follows is said of the value, as in `pm.response.to`.
    this.back(start);
    return undefined;
  }

  private indexed(value: ScriptValue): ScriptValue | null {
    const key = this.key();
    if (key === null) return null;
    if (typeof key === 'number') return at(value, key);
    return memberOf(value, [key]);
  }

  /** `["name"]`, `[0]` or `[list.length - 1]`, which counts from the end */
  private key(): string | number | null {
    if (!this.take('[')) return null;
    const start = this.at;
    let key = this.literal()?.value;
    if (!this.is(']')) {
      this.back(start);
      const counted = this.value()?.is;
      const isFromEnd = (counted === 'length' || counted === 'count') && this.take('-');
      const less = isFromEnd ? this.literal()?.value : undefined;
      key = typeof less === 'number' && less > 0 ? -less : undefined;
    }
    if (!this.take(']')) return null;
    return typeof key === 'string' || (typeof key === 'number' && Number.isInteger(key)) ? key : null;
  }

  protected word(): string | null {
    const token = this.tokens[this.at];
    if (token?.kind !== 'word') return null;
    this.at++;
    return token.text;
  }

  /** A method of a value. */
  private called(value: ScriptValue, name: string): ScriptValue | null {
    if (name === 'substring' || name === 'substr' || name === 'slice') {
      const start = this.at;
      if (this.afterLastSlash()) return textOf(value) ? { ...value, is: 'part', part: -1 } : null;
      this.back(start);
    }
    const args = this.literals();
    if (args === null) return null;
    const [first, ...more] = args;
    switch (name) {
      case 'toString':
      case 'trim':
        return args.length === 0 ? value : null;
      case 'split':
        if (more.length > 0 || !(textOf(value) || value.is === 'cut')) return null;
        if (first === '/') return { ...value, is: 'parts' };
        return (first === '?' || first === '#') && this.anyForm(['[0]']) !== null
          ? { ...value, is: 'cut' }
          : null;
      case 'pop':
        return args.length === 0 ? at(value, -1) : null;
      case 'shift':
        return args.length === 0 ? at(value, 0) : null;
      case 'reverse':
        return args.length === 0 && this.anyForm(['[0]']) !== null ? at(value, -1) : null;
      case 'at':
        return typeof first === 'number' && more.length === 0 ? at(value, first) : null;
      case 'slice':
        return typeof first === 'number' && this.anyForm(['[0]', '.pop()', '.shift()']) !== null
          ? sliced(value, first, more)
          : null;
      case 'hasOwnProperty':
        return typeof first === 'string' ? answer(memberOf(value, [first]), { is: 'present' }) : null;
      case 'includes':
      case 'has':
        return typeof first === 'string' || typeof first === 'number'
          ? answer(value, { is: 'containing', value: first })
          : null;
      default:
        return null;
    }
  }

  /** `(href.lastIndexOf('/') + 1)` */
  private afterLastSlash(): boolean {
    if (!this.take('(')) return false;
    for (let left = MAX_NAMES; left > 0 && this.anyForm(['lastIndexOf(']) === null; left--)
      if (!this.take('.') && this.word() === null) return false;
    return this.literal()?.value === '/' && this.anyForm([')+1)']) !== null;
  }
}

/** In the way to the value whose last slash is looked for. */
const MAX_NAMES = 40;

const textOf = ({ is, steps, source }: ScriptValue) =>
  is === 'whole' && (source.of === 'header' || (steps?.length ?? 0) > 0);

/** One member of a list, or one part between slashes. */
function at(value: ScriptValue, index: number): ScriptValue | null {
  return value.is === 'parts' ? { ...value, is: 'part', part: index } : memberOf(value, [index]);
}

/** The only member of a slice that is taken. */
function sliced(value: ScriptValue, from: number, [to]: readonly unknown[]): ScriptValue | null {
  const isOne = to === undefined ? from === -1 || value.is === 'parts' : to === from + 1;
  return isOne ? at(value, from) : null;
}

function answer(value: ScriptValue | null, must: Assertion['must']): ScriptValue | null {
  return value?.is === 'whole'
    ? { ...value, steps: null, is: 'answer', asked: { that: value.source, must } }
    : null;
}
