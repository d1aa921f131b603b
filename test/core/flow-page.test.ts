/** The page about flow files: each of its examples runs green as it stands. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reasons, useRuns } from '../support/bank-runs.ts';

const { ran } = useRuns();
const PAGE = readFileSync(join(import.meta.dirname, '../../docs/flow-files.md'), 'utf8');
const examples = Array.from(PAGE.matchAll(/```yaml\n([\s\S]*?)```/g), ([, text = '']) => text);
/** A part of a flow becomes one, after the steps whose values it uses. */
const whole = (text: string) =>
  text.startsWith('- ')
    ? `steps:\n  - consent: Eirik Solbakken\n  - request: GET /v1/accounts\n    keep: { account: "$.accounts[0].bban" }\n${text.replace(/^(?=.)/gm, '  ')}`
    : text;
const PEOPLE = 'bban,name,amount\n86011200003,Eirik Solbakken,1.00\n';

describe('an example of the page', () => {
  const flows = examples.filter((text) => text.includes('steps:') || text.startsWith('- '));
  it.each(flows.map((text, at) => [at + 1, text] as const))('%i runs', async (_, text) => {
    const run = await ran({ '1.flow.yaml': whole(text), 'people.csv': PEOPLE });
    expect(reasons(run).filter((reason) => reason !== null)).toEqual([]);
  });
  it('is there for each kind of file', () => expect(flows).toHaveLength(3));
});
