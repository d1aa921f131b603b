/** What banks and files have written gives no commands to a terminal or a pipeline, wherever a command of the program prints it. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableJson, printableLine } from '../../main/cli/printable.ts';
import { changesText } from '../../main/cli/run/comparing.ts';
import {
  consoleReporter,
  githubReporter,
  jsonReporter,
} from '../../main/cli/run/reporters/line-reporters.ts';
import { junitReporter, xml } from '../../main/cli/run/reporters/junit.ts';
import type { Reporter, Write } from '../../main/cli/run/reporters/reporter.ts';
import { NO_COUNTS, type StepResult } from '../../shared/collections/result.ts';
import { folderForFile } from '../support/folders.ts';
import { programFile } from '../support/programs.ts';

const folder = folderForFile('terminal');

const EVIL =
  '::error::owned\n::add-mask::a\r\n  ::stop-commands::x\r::debug::y\u2028::z\u001B]0;owned\u0007\u001B[2J\u009B31m\u202Egnp ##[error]a\u200B\uFEFF ##vso[task.complete]b ##teamcity[setParameter name=x]c';
const UNSAFE =
  /[\0-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029\u00AD\u115F\u1160\u180E\u200B\u2060-\u2064\u3164\uFEFF\uFFA0]|##\[|##vso\[|##teamcity\[|^\s*::/imu;

const RESULT: StepResult = {
  outcome: 'failed',
  name: EVIL,
  path: `${EVIL}/${EVIL}`,
  place: { file: EVIL, line: 1 },
  kind: 'request',
  iteration: 1,
  row: EVIL,
  turn: EVIL,
  tags: [EVIL],
  line: `GET ${EVIL}`,
  status: 400,
  startedAt: 0,
  duration: 1,
  reason: EVIL,
  error: false,
  assertions: [],
  used: [],
  kept: [],
  rounds: 1,
  exchange: null,
};

function reported(make: (write: Write) => Reporter): string {
  let text = '';
  const reporter = make((more) => (text += more));
  const info = { name: EVIL, folder: EVIL, bank: EVIL, version: '1', startedAt: 0 };
  reporter.begin(info);
  reporter.result(RESULT, null);
  reporter.result({ ...RESULT, assertions: [{ holds: false, text: EVIL, warns: false }] }, {
    explanation: { rule: EVIL, text: EVIL },
  } as never);
  reporter.end({ ...info, counts: NO_COUNTS, planned: 2, duration: 1 });
  return text;
}

describe('reports of a run', () => {
  it.each([
    ['console', (write: Write) => consoleReporter(write, false)],
    ['json', jsonReporter],
    ['junit', junitReporter],
  ])('%s: nothing of a bank or a file is obeyed', (_, make) => {
    expect(reported(make)).not.toMatch(UNSAFE);
  });

  it('console: a line for a title, a row, a folder and a reason, with all that they contain', () => {
    const lines = reported((write) => consoleReporter(write, false)).split('\n');
    expect(lines).toHaveLength(10);
    expect(lines[1]).toBe(printableLine(`Row 1: ${EVIL}`));
    expect(lines[2]).toBe(printableLine(EVIL));
    expect(lines[4]).toContain(String.raw`      \u003a:error::owned\n::add-mask::a\r\n  ::stop`);
    expect(lines[3]).toContain(
      String.raw`\u001b]0;owned\u0007\u001b[2J\u009b31m\u202egnp #\u0023[error]a\u200b\ufeff`,
    );
  });

  it('github: only its own annotations', () => {
    const lines = reported(githubReporter).trimEnd().split('\n');
    expect(lines.map((line) => line.slice(0, 13))).toEqual([
      '::error file=',
      '::error file=',
      '::notice::0 p',
    ]);
    for (const line of lines) expect(line.slice(2)).not.toMatch(UNSAFE);
  });

  it('json: the same values', () => {
    const [begun = ''] = reported(jsonReporter).split('\n');
    expect(JSON.parse(begun)).toMatchObject({ event: 'begin', name: EVIL });
  });

  it('changes since a baseline are a line each', () => {
    const text = changesText([{ step: EVIL, text: EVIL }]);
    expect(text.split('\n')).toHaveLength(2);
    expect(text).not.toMatch(UNSAFE);
  });
});

it('whatever a text contains', () => {
  const piece = fc.constantFrom(
    ':',
    '::',
    ' ',
    '\t',
    '#',
    '##',
    '[',
    'vso[',
    'VSO[',
    'teamcity[',
    '\n',
    '\r',
    '\u001B',
    '\u0085',
    'ø',
    '😀',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece).map((all) => all.join('')),
        fc.string({ unit: 'binary' }),
      ),
      (text) => {
        expect(printableLine(text)).not.toMatch(/\n/);
        for (const shown of [
          printableLine(text),
          printable(text),
          printableJson({ text }),
          `<a>${xml(text)}`,
        ])
          expect(shown).not.toMatch(UNSAFE);
        expect(JSON.parse(printableJson({ text }))).toEqual({ text });
      },
    ),
  );
});

it('what people read is not changed', () => {
  const text = '  ✓ Kjøp på 12 €: a::b\t🙂 \\n\n  second';
  expect(printable(text)).toBe(text);
});

it('sentences, tables and reports of the other commands', () => {
  const evil = join(folder, 'evil.txt');
  writeFileSync(evil, `GET /v1/accounts HTTP/1.1\nDate: ${EVIL.replaceAll(/[\r\n]/g, ' ')}\n\n`);
  for (const args of [
    ['verify', evil],
    ['cert', 'inspect', `${EVIL}.pem`, '--json'],
    ['export', folder, '--to', EVIL, '--out', 'x'],
  ]) {
    const program = programFile('cli');
    const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
    expect(stdout + stderr).not.toBe('');
    expect(stdout + stderr).not.toMatch(UNSAFE);
  }
});
