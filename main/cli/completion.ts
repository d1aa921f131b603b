/** `tpp-workbench completion`: scripts for the completion of shells. No word in them needs quotes: they are names and options. */
import { BANK_ENVIRONMENTS, BANK_HELP, SPACES_HELP } from '../../bank-sim/index.ts';
import { type Command, type Commands, OUT_HELP, OUT_OPTIONS, readArgs, UsageError } from './command.ts';
import { ownValue } from '../../shared/own-value.ts';

interface Completed {
  /** Including groups such as `cert`. */
  name: string;
  options: readonly string[];
  choices: Readonly<Record<string, readonly string[]>>;
  words: readonly string[];
  files: boolean;
}

type Script = (all: readonly Completed[]) => string;

const SHELLS: Readonly<Record<string, Script>> = { bash, zsh, fish };

const groupsIn = (all: readonly Completed[]) =>
  all
    .map(({ name }) => name)
    .filter((name) => name !== '' && all.some((other) => other.name.startsWith(`${name} `)));

/** For bash and zsh: sets `options`, `names` and `files` by the words before the current one. */
function cases(all: readonly Completed[]): string {
  const byName = all.map(
    ({ name, options, words, files }) =>
      `    '${name}') options='${options.join(' ')}' names='${words.join(' ')}' files=${files ? 'yes' : ''} ;;`,
  );
  const byOption = all.flatMap(({ name, choices }) =>
    Object.entries(choices).map(
      ([option, words]) => `    '${name} ${option}') names='${words.join(' ')}' files= ;;`,
    ),
  );
  return `  case $first in
    ${groupsIn(all).join(' | ')}) command="$first\${second:+ $second}" ;;
    *) command=$first ;;
  esac
  case $command in
${byName.join('\n')}
  esac
  case "$command $before" in
${byOption.join('\n')}
  esac`;
}

function bash(all: readonly Completed[]): string {
  return `# Completion of tpp-workbench for bash: source <(tpp-workbench completion bash)
_tpp_workbench() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} first= second=
  local command= options= names= files=yes
  if ((COMP_CWORD > 1)); then first=\${COMP_WORDS[1]}; fi
  if ((COMP_CWORD > 2)); then second=\${COMP_WORDS[2]}; fi
${cases(all)}
  if [[ $current == -* ]]; then names=$options files=; fi
  COMPREPLY=($(compgen -W "$names" -- "$current"))
  if [[ -n $files ]]; then compopt -o default 2> /dev/null; fi
}
complete -F _tpp_workbench tpp-workbench`;
}

function zsh(all: readonly Completed[]): string {
  return `# Completion of tpp-workbench for zsh, after compinit: source <(tpp-workbench completion zsh)
_tpp_workbench() {
  local before=$words[CURRENT-1] first= second=
  local command= options= names= files=yes
  if ((CURRENT > 2)); then first=$words[2]; fi
  if ((CURRENT > 3)); then second=$words[3]; fi
${cases(all)}
  if [[ $PREFIX == -* ]]; then names=$options files=; fi
  compadd -- \${=names}
  if [[ -n $files ]]; then _files; fi
}
compdef _tpp_workbench tpp-workbench`;
}

function fish(all: readonly Completed[]): string {
  const lines = all.flatMap(({ name, options, choices, words, files }) => {
    const complete = `complete -c tpp-workbench -n '__tpp_workbench_in ${name}'`;
    return [
      ...(words.length > 0 ? [`${complete} ${files ? '' : '-f '}-a '${words.join(' ')}'`] : []),
      ...options.map((option) => {
        const values = ownValue(choices, option);
        return `${complete} -l ${option.slice(2)}${values === undefined ? '' : ` -x -a '${values.join(' ')}'`}`;
      }),
    ];
  });
  return `# Completion of tpp-workbench for fish: tpp-workbench completion fish | source
# Whether the command line is in a command. A group, such as cert, is left by the name of a command in it.
function __tpp_workbench_in
  set -l given (commandline -opc)[2..]
  switch "$given[1]"
    case ${groupsIn(all).join(' ')}
      test "$given[1..2]" = "$argv"
    case '*'
      test "$given[1]" = "$argv"
  end
end
${lines.join('\n')}`;
}

const SHELL_NAMES = Object.keys(SHELLS);

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
