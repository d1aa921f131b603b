/** What a room reads when a demonstration moves the clock: both offsets, and one length of time wherever it is said. */
import { expect, it } from 'vitest';
import { clockJump } from '../../../shared/demonstrations/clock-jump.ts';
import { lengthText } from '../../../shared/flow/diagram-text.ts';
import { DAY } from '../../../shared/time.ts';
import { shipped } from '../../support/demonstrations.ts';

const easter = shipped().get('easter')?.demonstration;
if (easter === undefined) throw new Error('There is no demonstration about Easter.');

const from = Date.parse(easter.start);
const moves = easter.steps.flatMap(({ actions }) =>
  actions.flatMap(({ control }) => {
    const json = control?.json;
    return typeof json === 'object' && json !== null && 'set' in json && typeof json.set === 'string'
      ? [Date.parse(json.set)]
      : [];
  }),
);

it('names both offsets where they differ, and one where they do not', () => {
  const [to = NaN] = moves;
  expect(clockJump(from, to)[0]).toBe(
    'Bank clock: Wed, 24 Mar 2027, 16:00 (GMT+01:00) to Tue, 30 Mar 2027, 05:30 (GMT+02:00), Oslo',
  );
  expect(clockJump(to - DAY, to)[0]).toBe(
    'Bank clock: Mon, 29 Mar 2027, 05:30 to Tue, 30 Mar 2027, 05:30 (Oslo, GMT+02:00)',
  );
});

it('Easter is five and a half days in the summary, the title and the step, and is it', () => {
  const [to = NaN] = moves;
  expect(lengthText(to - from)).toBe('5 d 13 h');
  const said = [easter.summary, ...easter.steps.flatMap(({ title, look }) => [title, look?.text ?? ''])];
  expect(said.filter((text) => /days/.test(text))).toHaveLength(3);
  expect(said.filter((text) => /five and a half days/i.test(text))).toHaveLength(3);
});
