/** `tpp-workbench run --flow` and `flow export`: what happened, as a file, without a window. */
import { lstatSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../main/cli/command.ts';
import { flowExport } from '../../main/cli/flow.ts';
import { runCommand } from '../../main/cli/run/run.ts';
import { flowEventSchema } from '../../shared/flow/event.ts';
import { flowLines } from '../support/flow.ts';
import { type Done, useRunProgram } from '../support/run-program.ts';
import { APPROVE, CONSENT, CUSTOMERS } from '../support/run-steps.ts';
import { stepsOf } from '../support/runs.ts';

const { collection, done, folder, written } = useRunProgram();

const eventsIn = (text: string) =>
  flowEventSchema.array().parse((JSON.parse(text) as { events: unknown }).events);

let run: Done;
beforeAll(async () => {
  const name = collection('drawn', stepsOf(CUSTOMERS, CONSENT, APPROVE));
  run = await done(['run', name, '--bank', '--flow', 'flow.json']);
});

it('a run with a bank of its own: what the run has sent, and what the bank says of it', () => {
  expect(run.stderr).toBe('');
  const events = eventsIn(written('flow.json'));
  const lines = flowLines(events);
  expect(lines).toHaveLength(17);
  expect(lines.slice(0, 6)).toEqual([
    '- tpp> GET Customers',
    '0 tpp< 200',
    '- tpp> POST Ask for consent',
    '2 authorisation new > started',
    '2 tpp< 201 scaRedirect',
    '4 opened run',
  ]);
  expect(lines.at(-1)).toBe('15 callback success');
});

it('what a step keeps as a secret is not in the file, though the events that brought it were entered before', async () => {
  const link = { as: 'link', from: { of: 'link', name: 'scaRedirect' } } as const;
  const psu = { as: 'psu', from: { of: 'redirect', name: 'psu-id' } } as const;
  const steps = stepsOf(CUSTOMERS, { ...CONSENT, keep: [link] }, { ...APPROVE, keep: [psu] });
  const settings = { 'collection.yaml': { name: 'Kept', secret: ['link', 'psu'] } };
  const name = collection('kept-secrets', { ...steps, ...settings });
  const kept = await done(['run', name, '--bank', '--flow', 'secrets.json']);
  expect(kept.stderr).toBe('');
  const events = eventsIn(written('secrets.json'));
  const shown = events.flatMap((event) => {
    if (event.kind === 'response') return event.location ?? [];
    if (event.kind === 'opened') return event.link;
    return event.kind === 'callback'
      ? event.parameters.flatMap((one) => (one.name === 'psu-id' ? one.value : []))
      : [];
  });
  expect(shown.length).toBeGreaterThan(3);
  expect(shown.filter((text) => !text.includes('•••') && !text.startsWith('http://127.0.0.1'))).toEqual([]);
  expect(written('secrets.json')).not.toMatch(/psu-id=(?!•)/);
});

it('what is written to a link goes where it leads, and the link stays', async () => {
  writeFileSync(join(folder, 'led-to.svg'), 'old');
  symlinkSync('led-to.svg', join(folder, 'link.svg'));
  expect(await done(['flow', 'export', 'flow.json', '--out', 'link.svg'])).toMatchObject({ status: 0 });
  expect(written('led-to.svg')).toContain('<svg');
  expect(lstatSync(join(folder, 'link.svg')).isSymbolicLink()).toBe(true);
});

it('flow export draws an exported flow', async () => {
  const { stdout, status } = await done(['flow', 'export', 'flow.json', '--out', 'out.svg']);
  expect(stdout.trim()).toBe('out.svg: 17 events.');
  expect(status).toBe(0);
  expect(written('out.svg')).toContain('<svg');
});

describe('the options', () => {
  const at = (name: string) => join(folder, name);

  it.each([
    ['html', 'out.html', '<!doctype html>'],
    ['mermaid', 'out.md', 'sequenceDiagram'],
    ['json', 'out.json', '"events"'],
  ])('draw a flow as %s by the ending of the file, or by --format', async (format, file, part) => {
    for (const out of [
      ['--out', at(file)],
      ['--out', at('any'), '--format', format],
    ]) {
      const { json } = await flowExport.run([at('flow.json'), ...out]);
      expect(json).toMatchObject({ format, events: 17 });
    }
    expect(written(file)).toContain(part);
    expect(written('any')).toBe(written(file));
  });

  it.each([
    ['no file', [], 'Give one file with the flow.'],
    ['no new file', ['flow.json'], 'Give the new file: --out FILE.'],
    ['an ending that is no format', ['flow.json', '--out', 'a.pdf'], 'The ending of a.pdf names no format.'],
    ['an unknown format', ['flow.json', '--out', 'a', '--format', 'gif'], 'There is no format “gif”.'],
    ['what is not JSON', ['broken', '--out', 'a.svg'], 'is not JSON.'],
    ['what is no flow', ['other.json', '--out', 'a.svg'], 'is not a flow: events.0.kind:'],
  ])('refuse %s', (_, [name, ...args], sentence) => {
    writeFileSync(at('broken'), '{');
    writeFileSync(at('other.json'), '{"events":[{"kind":"dream"}]}');
    const run = () => flowExport.run(name === undefined ? [] : [at(name), ...args]);
    expect(run).toThrow(UsageError);
    expect(run).toThrow(sentence);
  });

  it('a run refuses an ending that is no format before it begins', async () => {
    const args = [at(collection('no', stepsOf(CUSTOMERS))), '--bank', '--flow', 'a.pdf'];
    await expect(Promise.resolve(runCommand.run(args))).rejects.toThrow(
      'The ending of a.pdf names no format.',
    );
  });
});
