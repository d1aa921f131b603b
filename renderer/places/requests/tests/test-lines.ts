/** The tests of a request as lines, to be compared: one for each assertion, variable and tag, in the words of the form. */
import type { Assertion } from '../../../../shared/collections/assertion.ts';
import { statement } from '../../../../shared/collections/assertion-words.ts';
import { nameOfSource } from '../../../../shared/collections/source.ts';
import type { StepTests } from '../../../../shared/collections/step-tests.ts';
import { writeValue } from '../../../../shared/collections/value-text.ts';
import { texts } from '../../../../shared/texts/texts.ts';

const t = texts.tests;

export type TestLine = readonly [name: string, value: string];

export function testLines({ tags, skip, each, until, expect, warn, keep }: StepTests): TestLine[] {
  const several = <T>(name: string, values: readonly T[] | undefined, text: (value: T) => string) =>
    (values ?? []).map((value): TestLine => [name, text(value)]);
  return [
    ...several(t.choosing.tag, tags, String),
    ...several(t.choosing.skip, skip === undefined ? [] : [skip], String),
    ...several(t.repeat.each, each === undefined ? [] : [each], ({ as, in: from }) =>
      t.lines.each(as, 'file' in from ? from.file : from.variable),
    ),
    ...several(t.repeat.until, until?.expect, said),
    ...several(t.repeat.rounds, until === undefined ? [] : [until.rounds], String),
    ...several(t.repeat.between, until === undefined ? [] : [until.between], (between) =>
      'pause' in between
        ? t.lines.pause(between.pause)
        : [t.repeat.control(between.method, between.path), written(between.json)].join(' ').trimEnd(),
    ),
    ...several(t.lines.assertion, expect, said),
    ...several(t.lines.warning, warn, said),
    ...several(t.lines.variable, keep, ({ as, from, secret = false }) =>
      t.lines.kept(as, nameOfSource(from), secret),
    ),
  ];
}

/** The whole value, which may be what differs. */
const said = (assertion: Assertion) => statement(assertion, writeValue);
const written = (value: unknown) => (value === undefined ? '' : writeValue(value));
