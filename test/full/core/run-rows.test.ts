/** `tpp-workbench run --data`: rows at banks of their own, at a bank that they share, and in reports. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { useRunProgram } from '../../support/run-program.ts';

const program = useRunProgram();
const { collection, done, folder, results, written } = program;

/** Every row stops the clock, scripts a failure and asks for a consent: at a bank that it shares, it sees those of others. */
const OPERATOR = `
steps:
  - name: Before
    control: GET /control/state
    expect: { $.clock: real, $.counts.consents: 0 }
  - name: No scenario
    control: GET /control/scenarios
    expect: { $.scenarios: [] }
  - consent: '{{psu}}'
  - name: Freeze
    control: POST /control/clock
    body: { mode: frozen }
  - name: Script a failure
    control: POST /control/scenarios
    body: { when: { path: /v1/none }, then: { delayMs: 1 } }
  - name: After
    control: GET /control/state
    expect: { $.clock: frozen, $.counts.consents: 1 }
`;
const DATA =
  'psu;secretWord\nEirik Solbakken;one\nIngrid Haugen;two\nEirik Solbakken;three\nIngrid Haugen;four\n';

beforeAll(() => {
  collection('operator', { 'collection.yaml': 'secret: [hidden]\n', '1-consents.flow.yaml': OPERATOR });
  collection('waits', {
    '1.flow.yaml': 'steps: [{ name: First, pause: 20 }, { name: Second, pause: 20 }]\n',
  });
  writeFileSync(join(folder, 'people.csv'), DATA);
  writeFileSync(join(folder, 'hidden.csv'), 'hidden\nKanari-4711\nKanari-4712\n');
});
const run = (...args: string[]) => done(['run', ...args]);

describe('at a bank of its own', () => {
  it.each(['1', '3'])(
    'each row sees the bank as it was at the start, with --concurrency %s',
    async (concurrency) => {
      const data = ['--data', 'people.csv', '--concurrency', concurrency];
      const ran = await run(
        'operator',
        '--bank',
        ...data,
        '--reporter',
        'json=rows.jsonl',
        '--flow',
        'rows.json',
      );
      expect(ran.stderr).toContain('24 steps in');
      expect(results('rows.jsonl').filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
      expect(ran.status).toBe(0);
      // The events at all banks are in the diagram.
      expect(written('rows.json').match(/Failure scripted: delayMs/g)).toHaveLength(4);
    },
  );
});

describe('at another bank', () => {
  const elsewhere = ['--env', 'bank.json', '--secret', 'TPP_CONTROL_TOKEN', '--data', 'people.csv'];
  const asked = (...args: string[]) =>
    done(['run', ...args, ...elsewhere], { TPP_CONTROL_TOKEN: program.controlToken });
  it('operator acts refuse concurrent rows, with the reason; other flows do not', async () => {
    program.environmentOf('bank.json');
    const refused = await asked('operator', '--concurrency', '2');
    expect(refused.stderr).toContain('With --concurrency 2, the operator');
    expect(refused.stderr).toContain('use --bank: there each row has a bank of its own.');
    expect(refused.status).toBe(2);
    expect((await asked('waits', '--concurrency', '2')).status).toBe(0);
  });
});

describe('reports', () => {
  it('have the results of a row together, below its number and its first value', async () => {
    const args = ['waits', '--bank', '--data', 'people.csv', '--concurrency', '4'];
    const { stdout } = await run(
      ...args,
      '--reporter',
      'console',
      '--reporter',
      'html=rows.html',
      '--reporter',
      'junit=rows.xml',
    );
    const lines = stdout.split('\n').filter((line) => /^(?:Row|1\.flow| {2}✓)/.test(line));
    const rows = lines.flatMap((line) => /^Row (\d): (.*)/.exec(line)?.slice(1) ?? []);
    expect(Object.fromEntries(Array.from({ length: 4 }, (_, at) => rows.slice(2 * at, 2 * at + 2)))).toEqual({
      1: 'Eirik Solbakken',
      2: 'Ingrid Haugen',
      3: 'Eirik Solbakken',
      4: 'Ingrid Haugen',
    });
    const group = ['Row', '1.flow.yaml', '  ✓ First', '  ✓ Second'];
    expect(lines.map((line) => /^(?:Row|1\.flow\.yaml| {2}✓ \w+)/.exec(line)?.[0])).toEqual([
      ...group,
      ...group,
      ...group,
      ...group,
    ]);
    const listed = Array.from(
      written('rows.html').matchAll(/"(\w+)","1\.flow\.yaml[^\n]*"Row (\d): /g),
      ([, name, row]) => [name, row],
    );
    expect(listed).toHaveLength(8);
    for (let at = 0; at < 8; at += 2)
      expect([listed[at]?.[0], listed[at + 1]]).toEqual(['First', ['Second', listed[at]?.[1]]]);
    expect(written('rows.xml')).toContain('name="1: First"');
  });

  it('mask the first value of a row if its column is secret', async () => {
    collection('masked', {
      'collection.yaml': 'secret: [hidden]\n',
      '1.flow.yaml': 'steps: [{ name: First, pause: 0 }]\n',
    });
    const { stdout } = await run('masked', '--bank', '--data', 'hidden.csv');
    expect(stdout).toContain('Row 2: •••\n');
    expect(stdout).not.toContain('Kanari');
  });

  it('without data have no rows', async () => {
    const { stdout } = await run('waits', '--bank', '--reporter', 'console', '--reporter', 'junit=once.xml');
    expect(stdout).not.toContain('Row');
    expect(written('once.xml')).toContain('name="First"');
  });
});
