/**
 * Exports of other programs, as they are written in practice: the steps and the report of each are in a file beside it, which a
 * reader can check. `UPDATE_IMPORTS=1` writes these files anew.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSources } from '../../../main/core/interchange/read-sources.ts';
import { stepSchema } from '../../../shared/collections/steps.ts';
import { importFiles } from '../../../shared/interchange/import.ts';
import type { Folder, Format } from '../../../shared/interchange/model.ts';
import { outlineOf, reportLines } from '../../support/outline.ts';

const FOLDER = join(import.meta.dirname, '../../support/imports');

const FIXTURES: readonly [name: string, format: Format][] = [
  ['postman-payments.json', 'postman'],
  ['postman-environment.json', 'postman'],
  ['postman-forms.json', 'postman'],
  ['openapi-accounts.yaml', 'openapi'],
  ['openapi-schemas.json', 'openapi'],
  ['openapi-merged.yaml', 'openapi'],
  ['openapi-parameters.yaml', 'openapi'],
  ['openapi-files', 'openapi'],
  ['browser.har', 'har'],
  ['commands.sh', 'curl'],
  ['chrome-windows.txt', 'curl'],
  ['insomnia-v4.json', 'insomnia'],
  ['insomnia-v5.yaml', 'insomnia'],
  ['bruno-yaml', 'opencollection'],
  ['opencollection.yml', 'opencollection'],
];

describe('an import of', () => {
  it.each(FIXTURES)('%s gives its steps and a report of every item', (name, format) => {
    const { tree, environments, report, formats } = importFiles(readSources(join(FOLDER, name)));
    expect(formats).toEqual([format]);
    const text = [
      ...outlineOf(tree),
      ...environments.map((one) => JSON.stringify(one)),
      '',
      ...reportLines(report),
      '',
    ].join('\n');
    const expected = join(FOLDER, `${name}.expected.txt`);
    if (process.env['UPDATE_IMPORTS'] !== undefined) writeFileSync(expected, text);
    expect(text).toBe(readFileSync(expected, 'utf8'));
  });

  it.each(FIXTURES)('%s keeps no secret value and makes valid steps', (name) => {
    const { tree, environments, report } = importFiles(readSources(join(FOLDER, name)));
    expect(JSON.stringify([tree, environments, report])).not.toMatch(/canary/i);
    for (const step of stepsOf(tree)) expect(stepSchema.safeParse(step).error).toBeUndefined();
  });

  it('each file of the folder is tested', () => {
    const files = readdirSync(FOLDER).filter((name) => !name.endsWith('.expected.txt'));
    expect(files.sort()).toEqual(FIXTURES.map(([name]) => name).sort());
    expect(FIXTURES.every(([name]) => existsSync(join(FOLDER, `${name}.expected.txt`)))).toBe(true);
  });
});

function* stepsOf(folder: Folder): Generator {
  for (const child of folder.children) {
    if (child.kind === 'folder') yield* stepsOf(child);
    else yield child.step;
  }
}
