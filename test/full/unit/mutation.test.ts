/** The mutation tool over all that it can change. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mutantsOf } from '../../../scripts/lib/mutation/mutants.ts';
import { sourcesAt } from '../../../scripts/lib/mutation/sources.ts';
import { withSwitches } from '../../../scripts/lib/mutation/switches.ts';
import { parse } from '../../../scripts/lib/mutation/tree.ts';

const ROOT = join(import.meta.dirname, '../../..');

it('every source can still be parsed with its switches', () => {
  for (const file of sourcesAt(ROOT, [])) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const mutants = mutantsOf(file, source).map((mutant, at) => ({ ...mutant, id: at + 1 }));
    expect(() => parse(file, withSwitches(source, mutants)), file).not.toThrow();
  }
});
