/** The results of mutation runs, kept per file of source, and the reasons why some mutants may survive. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { RuleId } from '../../../shared/xs2a/rules.ts';

/** What became of a mutant: killed by a test of its rule or by another test, or not killed, or reached by no test. */
export type Fate = 'killed' | 'killed elsewhere' | 'survived' | 'unreached';

const fileResult = z.object({
  mutants: z.number(),
  /** Of the mutants that were run, see {@link fingerprintOf}. */
  fingerprint: z.string(),
  /** By rule: its mutants in this file, and how many its own tests kill. */
  rules: z.record(z.string(), z.object({ mutants: z.number(), killed: z.number() })),
  /** By key of the mutant: those that no test kills. */
  survivors: z.record(z.string(), z.enum(['survived', 'unreached'])),
  /** By key of the mutant: those that only tests of other rules kill, with the rules. */
  elsewhere: z.record(z.string(), z.array(z.string())),
});

export type FileResult = z.infer<typeof fileResult>;

/** By file: its latest result. */
export type Results = Record<string, FileResult>;

/** By file and key: why the mutant may survive, or why tests of other rules may be the ones to kill it. */
export type Explained = Record<string, Record<string, string>>;

const FOLDER = 'test/mutation';

export function readResults(root: string): Results {
  return z.record(z.string(), fileResult).parse(read(root, 'results.json'));
}

export function readExplained(root: string): Explained {
  return z.record(z.string(), z.record(z.string(), z.string().min(1))).parse(read(root, 'explained.json'));
}

function read(root: string, name: string): unknown {
  const path = join(root, FOLDER, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

export function writeResults(root: string, results: Results): void {
  const sorted = Object.fromEntries(Object.entries(results).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(root, FOLDER, 'results.json'), `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Tells whether a file has other mutants, or mutants of other rules, than when it was run. */
export function fingerprintOf(mutants: Iterable<{ key: string; rules: readonly RuleId[] }>): string {
  const all = Array.from(mutants, ({ key, rules }) => `${key} ${rules.join(' ')}`).join('\n');
  return createHash('sha256').update(all).digest('base64url').slice(0, 12);
}

/** Counts the fates of a file's mutants. */
export function resultOf(
  fates: readonly (readonly [{ key: string; rules: readonly RuleId[] }, Fate])[],
): FileResult {
  const fingerprint = fingerprintOf(fates.map(([mutant]) => mutant));
  const result: FileResult = { mutants: 0, fingerprint, rules: {}, survivors: {}, elsewhere: {} };
  for (const [{ key, rules }, fate] of fates) {
    result.mutants++;
    for (const rule of rules) {
      const counted = (result.rules[rule] ??= { mutants: 0, killed: 0 });
      counted.mutants++;
      if (fate === 'killed') counted.killed++;
    }
    if (fate === 'survived' || fate === 'unreached') result.survivors[key] = fate;
    if (fate === 'killed elsewhere') result.elsewhere[key] = [...rules];
  }
  return result;
}

/** A result after some of its mutants have been tried again. Tests that were left out cannot make a mutant survive anew. */
export function corrected(
  result: FileResult,
  again: Iterable<readonly [{ key: string; rules: readonly RuleId[] }, Fate]>,
): FileResult {
  const next = structuredClone(result);
  const { rules, survivors, elsewhere } = next;
  for (const [{ key, rules: own }, fate] of again) {
    if (!fate.startsWith('killed') || !(key in survivors || key in elsewhere)) continue;
    delete survivors[key];
    delete elsewhere[key];
    if (fate === 'killed elsewhere') elsewhere[key] = [...own];
    for (const rule of fate === 'killed' ? own : []) {
      const counted = rules[rule];
      if (counted) counted.killed++;
    }
  }
  return next;
}
