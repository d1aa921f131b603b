/** `tpp-workbench check`: every mistake in the flows of a collection and in demonstrations, with its line, column and what to write. */
import { CONTROL_CHOICES } from '../../bank-sim/index.ts';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { checkedFlow } from '../../shared/collections/flow-check.ts';
import { COLLECTION_FILE, FLOW_SUFFIX } from '../../shared/collections/flow-file.ts';
import { type Flow, readCollectionFile, readFlow } from '../../shared/collections/flow-reader.ts';
import type { PlacedMistake } from '../../shared/collections/yaml-reader.ts';
import { DEMONSTRATION_SUFFIX } from '../../shared/demonstrations/demonstration.ts';
import { lintDemonstration } from '../../shared/demonstrations/lint.ts';
import { IN_COLLECTION, rowsOf } from '../core/runs/rows.ts';
import { type Command, readArgs, UsageError } from './command.ts';
import { orShipped } from './own-files.ts';
import { printableLine } from './printable.ts';
import { collectionAround } from './run/selection.ts';

interface Checked {
  file: string;
  mistakes: PlacedMistake[];
}

export const check: Command = {
  help: `check PATH...   name each mistake in flow files and demonstrations with its line, column and what to write
  PATH                   a flow file or a demonstration, or a folder with some in it
                         Exit status 1 if there is a mistake.`,
  run: (args) => {
    const { positionals } = readArgs(args, {});
    if (positionals.length === 0)
      throw new UsageError('Give a flow file or a folder: tpp-workbench check PATH.');
    const checked = positionals.flatMap((path) => filesAt(orShipped(path))).map(checkedFile);
    if (checked.length === 0)
      throw new UsageError(`There is no flow: the name of its file ends with ${FLOW_SUFFIX}.`);
    const wrong = checked.filter(({ mistakes }) => mistakes.length > 0);
    const lines = wrong.flatMap(({ file, mistakes }) =>
      mistakes.map(({ line, column, text }) => printableLine(`${file}:${line}:${column}: ${text}`)),
    );
    const isRight = checked.every(({ mistakes }) => mistakes.every(({ isNote }) => isNote === true));
    const files = checked.length === 1 ? '1 file' : `${checked.length} files`;
    return {
      text: [...lines, ...(isRight ? [`${files}, no mistakes.`] : [])].join('\n'),
      json: checked,
      status: isRight ? 0 : 1,
    };
  },
};

/** Flow files, files of collections and demonstrations, in the order of their names. */
function filesAt(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new UsageError(`${path} does not exist.`);
  if (!stat.isDirectory()) {
    if (isChecked(basename(path))) return [path];
    throw new UsageError(`${path} is no flow: the name of its file ends with ${FLOW_SUFFIX}.`);
  }
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
    .flatMap((entry) => {
      const { name } = entry;
      if (name.startsWith('.') || name === 'node_modules') return [];
      const file = join(path, name);
      // Links are not followed: they may lead in a circle.
      if (entry.isDirectory()) return filesAt(file);
      return entry.isFile() && isChecked(name) ? [file] : [];
    });
}

const isChecked = (name: string) =>
  name.endsWith(FLOW_SUFFIX) || name.endsWith(DEMONSTRATION_SUFFIX) || name === COLLECTION_FILE;

function checkedFile(file: string): Checked {
  const text = readFileSync(file, 'utf8');
  if (basename(file) === COLLECTION_FILE) {
    const settings = readCollectionFile(text);
    return { file: shown(file), mistakes: Array.isArray(settings) ? settings : [] };
  }
  if (file.endsWith(DEMONSTRATION_SUFFIX)) {
    const linted = lintDemonstration(text, CONTROL_CHOICES);
    return { file: shown(file), mistakes: 'faults' in linted ? linted.faults : [] };
  }
  const flow = readFlow(text);
  if (Array.isArray(flow)) return { file: shown(file), mistakes: flow };
  const folder = dirname(file);
  const inFolder = (name: string) => join(folder, name);
  const mistakes = checkedFlow(flow, {
    variables: variablesAround(folder),
    flow: (name) => {
      const other = inFolder(name.endsWith(FLOW_SUFFIX) ? name : `${name}${FLOW_SUFFIX}`);
      return resolve(other) === resolve(file) ? 'itself' : flowAt(other);
    },
    columns: (name) => columnsOf(inFolder(name)),
  });
  return { file: shown(file), mistakes };
}

const shown = (file: string) => relative('.', file) || file;

function flowAt(file: string): Flow | 'damaged' | null {
  if (!existsSync(file)) return null;
  const flow = readFlow(readFileSync(file, 'utf8'));
  return Array.isArray(flow) ? 'damaged' : flow;
}

/** Null if the file cannot be read. */
function columnsOf(file: string): string[] | null {
  try {
    return Object.keys(rowsOf(file, readFileSync(file), IN_COLLECTION)[0] ?? {});
  } catch {
    return null;
  }
}

function variablesAround(folder: string): string[] {
  const root = collectionAround(folder);
  if (root === null) return [];
  const settings = readCollectionFile(readFileSync(join(root, COLLECTION_FILE), 'utf8'));
  return Array.isArray(settings) ? [] : Object.keys(settings.variables ?? {});
}
