/** What an assertion says: as a statement, which is true if it passes, and as what was expected if it does not. */
import type { Assertion, Expectation, Form } from './assertion.ts';
import { shortened } from '../linear-text.ts';
import { textOf } from './value-text.ts';
import { nameOfSource, type Source } from './source.ts';

/** A value in a sentence, without what must not be seen. */
export type Shown = (value: unknown) => string;

/** Characters of a value in a sentence. */
const SHOWN = 120;

/** A value as it is in a sentence. */
export const shown = (value: unknown, most = SHOWN): string => shortened(textOf(value), most);

/** What is said of a verdict, what was expected of it, and what it was instead. */
export const VERDICTS = {
  schema: {
    yes: {
      statement: 'The body matches the schema',
      demand: 'Expected the body to match the schema',
      instead: 'it does',
    },
    no: {
      statement: 'The body does not match the schema',
      demand: 'Expected the body not to match the schema',
      instead: 'it does not',
    },
    unknown: {
      statement: 'Whether the body matches the schema is unknown',
      demand: 'Expected it to be unknown whether the body matches the schema',
      instead: 'that is unknown',
    },
  },
  signature: {
    yes: {
      statement: "The bank's signature is valid",
      demand: "Expected the bank's signature to be valid",
      instead: 'it is',
    },
    no: {
      statement: "The bank's signature is not valid",
      demand: "Expected the bank's signature not to be valid",
      instead: 'it is not',
    },
    unknown: {
      statement: "Whether the bank's signature is valid is unknown",
      demand: "Expected it to be unknown whether the bank's signature is valid",
      instead: 'that is unknown',
    },
  },
  verdicts: {
    yes: { statement: 'Every verdict passed', demand: 'Expected every verdict to pass', instead: 'all did' },
    no: { statement: 'A verdict failed', demand: 'Expected a verdict to fail', instead: 'one did' },
    unknown: {
      statement: 'A verdict cannot be checked',
      demand: 'Expected a verdict that cannot be checked',
      instead: 'one cannot be checked',
    },
  },
} as const;

/** “Status is 200”. */
export function statement({ that, must }: Assertion, shown: Shown): string {
  if (must.is === 'every')
    return `Every member of ${nameInside(that)} ${allOf(must.must, shown, (verb) => verb)}`;
  const { verb, object } = wordsOf(must, shown);
  return `${nameOfSource(that)} ${verb} ${object}`;
}

/** “Expected status 200”. */
export function demand({ that, must }: Assertion, shown: Shown): string {
  const name = nameInside(that);
  if (must.is === 'every')
    return `Expected every member of ${name} ${allOf(must.must, shown, (verb) => INFINITIVES[verb])}`;
  const { verb, object } = wordsOf(must, shown);
  // A code after its own name needs no verb.
  if (must.is === 'equal' && (that.of === 'status' || that.of === 'error-code'))
    return `Expected ${name} ${object}`;
  return `Expected ${name} ${INFINITIVES[verb]} ${object}`;
}

function nameInside(source: Source): string {
  const name = nameOfSource(source);
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

const INFINITIVES = {
  is: 'to be',
  'is not': 'not to be',
  contains: 'to contain',
  matches: 'to match',
  has: 'to have',
} as const;

const FORM_WORDS: Readonly<Record<Form, string>> = {
  uuid: 'a UUID',
  date: 'a date',
  'date-time': 'a date-time',
  amount: 'an amount',
  number: 'a number',
  text: 'a text',
  boolean: 'true or false',
  list: 'a list',
  object: 'an object',
};

function allOf(
  musts: readonly Expectation[],
  shown: Shown,
  verbOf: (verb: keyof typeof INFINITIVES) => string,
): string {
  const all = musts.map((one) => {
    const { verb, object } = wordsOf(one, shown);
    return `${verbOf(verb)} ${object}`;
  });
  return all.join(' and ');
}

function wordsOf(must: Expectation, shown: Shown): { verb: keyof typeof INFINITIVES; object: string } {
  switch (must.is) {
    case 'every':
      return { verb: 'has', object: `only members each of which ${allOf(must.must, shown, (verb) => verb)}` };
    case 'equal':
      return { verb: 'is', object: shown(must.to) };
    case 'different':
      return { verb: 'is not', object: shown(must.from) };
    case 'one-of':
      return { verb: 'is', object: `one of ${must.values.map((one) => shown(one)).join(', ')}` };
    case 'containing':
      return { verb: 'contains', object: shown(must.value) };
    case 'like':
      return { verb: 'is', object: `like ${shown(must.pattern)}` };
    case 'matching':
      return { verb: 'matches', object: shown(must.pattern) };
    case 'at-most':
      return { verb: 'is', object: `at most ${shown(must.value)}` };
    case 'at-least':
      return { verb: 'is', object: `at least ${shown(must.value)}` };
    case 'of-form':
      return { verb: 'is', object: FORM_WORDS[must.form] };
    case 'of-length':
      return { verb: 'has', object: `the length ${must.length}` };
    case 'present':
      return { verb: 'is', object: 'present' };
    case 'absent':
      return { verb: 'is', object: 'absent' };
  }
}

/** What an assertion expects, in the words of a result. */
export function expectationText(assertion: Assertion): string {
  return statement(assertion, shown);
}
