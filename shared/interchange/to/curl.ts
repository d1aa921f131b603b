/** The requests of a collection as commands of curl. Variables are those of the shell, under names that nothing else gives a value. */
import type { Step } from '../../collections/steps.ts';
import { interchange as t } from '../../texts/interchange.ts';
import { shellVariable } from '../shell-variable.ts';
import type { Folder } from '../model.ts';
import { BASE_VARIABLE, type Carried, type Exporting, type Sent, variablesOf } from './exporting.ts';

const CARRIED: Carried = new Set();

export function toCurl(root: Folder, exporting: Exporting): string {
  const commands: string[] = [];
  addFolder(root, [], commands, exporting);
  return `#!/usr/bin/env bash\n# ${t.shellVariables(shellVariable(BASE_VARIABLE))}\n\n${commands.join('\n\n')}\n`;
}

function addFolder(folder: Folder, names: readonly string[], commands: string[], exporting: Exporting): void {
  const entry = exporting.folder(folder, names, CARRIED);
  if (names.length > 0) entry.changed(t.flattened);
  if (variablesOf(folder, new Set()).length > 0) entry.changed(t.variablesLost);
  for (const child of folder.children) {
    if (child.kind === 'folder') addFolder(child, [...names, child.name], commands, exporting);
    else addCommand(child.step, names, commands, exporting);
  }
}

function addCommand(step: Step, names: readonly string[], commands: string[], exporting: Exporting): void {
  const made = exporting.sent(step, names, CARRIED);
  if (made === null) return;
  const { sent, entry } = made;
  commands.push(
    commandOf(step.name, { ...sent, path: exporting.address(step, sent.path) }, (note) =>
      entry.changed(note),
    ),
  );
}

function commandOf(
  name: string,
  { method, path: address, headers, body, isJson }: Sent,
  note: (sentence: string) => void,
): string {
  const word = (text: string) => shellWord(text, note);
  const hasType = headers.some(([header]) => header === 'content-type');
  const all = isJson && !hasType ? [...headers, ['content-type', 'application/json'] as const] : headers;
  return [
    `# ${name.replaceAll(/\s+/g, ' ')}`,
    // The address as it is: one request, with no ranges in braces and no dots resolved.
    `curl --globoff --path-as-is --request ${method} \\`,
    ...all.filter(isNamed(note)).map(([header, value]) => `  --header ${word(`${header}: ${value}`)} \\`),
    ...(body === '' ? [] : [`  --data-raw ${word(body)} \\`]),
    `  ${word(address)}`,
  ].join('\n');
}

/** Not a name that no header has: curl reads a file for `@`. */
const isNamed =
  (note: (sentence: string) => void) =>
  ([name]: readonly [string, string]) => {
    const isToken = /^[\w!#$%&'*+.^`|~-]+$/.test(name);
    if (!isToken) note(t.headerNotAllowed(name.slice(0, 40)));
    return isToken;
  };

/** In single quotes, where only the quote itself is special, with variables in double quotes between. */
function shellWord(text: string, note: (sentence: string) => void): string {
  return text
    .split(/(\{\{[A-Za-z][\w.+-]*\}\})/)
    .filter((part) => part !== '')
    .map((part, _, all) =>
      /^\{\{[A-Za-z][\w.+-]*\}\}$/.test(part) && all.length > 0
        ? variable(part.slice(2, -2), note)
        : `'${part.replaceAll("'", String.raw`'\''`)}'`,
    )
    .join('');
}

function variable(name: string, note: (sentence: string) => void): string {
  const plain = name.replaceAll(/[^\w]/g, '_');
  if (plain !== name) note(t.variableName(name, plain));
  return `"\${${shellVariable(plain)}}"`;
}
