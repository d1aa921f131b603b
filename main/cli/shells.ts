/** The scripts by which shells complete a command line. No word in them needs quotes: they are names and options. */
import { ownValue } from '../../shared/own-value.ts';

/** What can follow a command. */
export interface Completed {
  /** The words of its name; a group such as `cert` is one, too. */
  name: string;
  options: readonly string[];
  /** What an option can be, where that is a list. */
  choices: Readonly<Record<string, readonly string[]>>;
  /** What else can follow. */
  words: readonly string[];
  /** Whether files can follow. */
  files: boolean;
}

type Script = (all: readonly Completed[]) => string;

/** By the name of the shell. */
export const SHELLS: Readonly<Record<string, Script>> = { bash, zsh, fish };

/** The same in bash and zsh: sets `options`, `names` and `files` for the words before the current one. */
function cases(all: readonly Completed[]): string {
  const groups = all.filter(({ name }) => all.some((other) => other.name.startsWith(`${name} `)));
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
    ${groups
      .map(({ name }) => name)
      .filter(Boolean)
      .join(' | ')}) command="$first\${second:+ $second}" ;;
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
  const groups = all.filter(({ name }) => all.some((other) => other.name.startsWith(`${name} `)));
  return `# Completion of tpp-workbench for fish: tpp-workbench completion fish | source
# Whether the command line is in a command. A group, such as cert, is left by the name of a command in it.
function __tpp_workbench_in
  set -l given (commandline -opc)[2..]
  switch "$given[1]"
    case ${groups
      .map(({ name }) => name)
      .filter(Boolean)
      .join(' ')}
      test "$given[1..2]" = "$argv"
    case '*'
      test "$given[1]" = "$argv"
  end
end
${lines.join('\n')}`;
}
