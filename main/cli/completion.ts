/** `tpp-workbench completion`: what makes a shell complete the commands, their options and what these can be. */
import { BANK_ENVIRONMENTS, BANK_HELP, SPACES_HELP } from '../../bank-sim/index.ts';
import { type Command, type Commands, OUT_HELP, OUT_OPTIONS, readArgs, UsageError } from './command.ts';
import { type Completed, SHELLS } from './shells.ts';
import { ownValue } from '../../shared/own-value.ts';

const SHELL_NAMES = Object.keys(SHELLS);

/** @param commands those that are completed */
export const completing = (commands: Commands): Command => ({
  help: `completion SHELL       print a script that makes a shell complete commands, options and names
  SHELL                  ${SHELL_NAMES.join(', ')}
${OUT_HELP}
bash, in ~/.bashrc: source <(tpp-workbench completion bash)
zsh, in ~/.zshrc after compinit: source <(tpp-workbench completion zsh)
fish, in ~/.config/fish/config.fish: tpp-workbench completion fish | source`,
  words: () => SHELL_NAMES,
  run: async (args) => {
    const { values, positionals } = readArgs(args, OUT_OPTIONS);
    const [name = '', ...more] = positionals;
    const script = ownValue(SHELLS, name);
    if (script === undefined || more.length > 0)
      throw new UsageError(`Give the name of one shell: ${SHELL_NAMES.join(', ')}.`);
    const text = script(await completedOf(commands));
    return { text, exact: true, json: { shell: name, script: text }, status: 0, out: values.out };
  },
});

/** Everything that can be completed, from the help of the commands. */
export async function completedOf(commands: Commands): Promise<Completed[]> {
  const bank = { help: BANK_HELP, choices: { '--env': BANK_ENVIRONMENTS } };
  const loaded = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => [name, await load()] as const),
  );
  const programs = [['bank', bank] as const, ['spaces', { help: SPACES_HELP }] as const];
  const all = [...programs, ...loaded].map(([name, command]) => completedBy(name, command));
  const group = (name: string, names: readonly string[]): Completed => ({
    name,
    options: ['--help', ...(name === '' ? ['--version'] : [])],
    choices: {},
    words: [...new Set(names)],
    files: false,
  });
  const pairs = all.map(({ name }) => name.split(' '));
  const groups = [...new Set(pairs.flatMap(([first = '', second]) => (second === undefined ? [] : first)))];
  return [
    group('', [...pairs.map(([first = '']) => first), 'help']),
    ...groups.map((name) =>
      group(
        name,
        pairs.flatMap(([first, second = '']) => (first === name ? second : [])),
      ),
    ),
    ...all,
  ];
}

function completedBy(
  name: string,
  { help, choices = {}, words }: Pick<Command, 'help' | 'choices' | 'words'>,
) {
  const options = [...help.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([option]) => option);
  return {
    name,
    options: [...new Set([...options, '--help'])],
    choices,
    words: words?.() ?? [],
    files: name !== 'completion',
  };
}
