/** What `tpp-workbench completion` gives to shells, in bash as a person has it. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../bank-sim/options.ts';
import { UsageError } from '../../main/cli/command.ts';
import { COMMANDS } from '../../main/cli/commands.ts';
import { completedOf, completing } from '../../main/cli/completion.ts';

const scriptFor = async (shell: string) => (await completing(COMMANDS).run([shell])).text ?? '';

/** What bash offers for the last of the words. */
async function offered(...words: string[]): Promise<string[]> {
  const ask = `${await scriptFor('bash')}
COMP_WORDS=(tpp-workbench "$@") COMP_CWORD=$#
_tpp_workbench
printf '%s\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['--norc', '-c', ask, 'bash', ...words], { encoding: 'utf8' });
  return out.split('\n').filter(Boolean);
}

it('bash completes commands, their options and what these can be', async () => {
  expect(await offered('c')).toEqual(['cert', 'check', 'completion']);
  expect(await offered('cert', '')).toEqual(['inspect', 'keyid', 'make']);
  expect(await offered('cert', 'make', '--pro')).toEqual(['--profile']);
  expect(await offered('cert', 'make', '--profile', 'QS')).toEqual(['QSealC']);
  expect(await offered('sign', '--fault', 'no-dig')).toEqual(['no-digest']);
  expect(await offered('export', 'x', '--to', '')).toEqual([
    'postman',
    'har',
    'curl',
    'opencollection',
    'k6',
  ]);
  expect(await offered('run', 'fi')).toEqual(['first-steps']);
  expect(await offered('bank', '--control')).toEqual(expect.arrayContaining(['--control-port']));
  expect(await offered('bank', '--env', 'p')).toEqual(['production']);
  expect(await offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  expect(await offered('-')).toEqual(['--help', '--version']);
});

it('every option that is offered is one of its command, and each command is offered', async () => {
  const all = await completedOf(COMMANDS);
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['bank', ...Object.keys(COMMANDS)]));
  const ofProgram = ['--help', '--json'];
  const unknown: string[] = [];
  for (const { name, options } of all)
    for (const option of options.filter((one) => !ofProgram.includes(one)))
      if (await isRefused(name, option)) unknown.push(`${name} ${option}`);
  expect(unknown).toEqual([]);
});

/** Whether a command does not know an option. Alone, none lets a command do anything. */
async function isRefused(name: string, option: string): Promise<boolean> {
  try {
    if (name === 'bank') readCommandLine([option]);
    else await (await COMMANDS[name]?.())?.run([option]);
    return false;
  } catch (error) {
    return /Unknown option/.test(error instanceof Error ? error.message : '');
  }
}

describe.each(['zsh', 'fish'])('for %s', (shell) => {
  it('there is a script with the same words', async () => {
    const script = await scriptFor(shell);
    for (const word of ['tpp-workbench', 'inspect', 'profile', 'QSealC', 'no-digest', 'first-steps'])
      expect(script).toContain(word);
    expect(script).not.toMatch(/undefined|\[object/);
  });
});

it('another shell is refused with the names of those that there are', async () => {
  await expect(completing(COMMANDS).run(['csh'])).rejects.toThrow(
    new UsageError('Give the name of one shell: bash, zsh, fish.'),
  );
});
