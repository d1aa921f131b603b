/** Collections in a data folder, as somebody who checks them out of git would write them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { requestStep } from '../../shared/collections/request-step.ts';
import { writeStepFile } from '../../shared/collections/step-file.ts';
import { fresh } from '../../shared/requests/compose.ts';

/** An assertion about the status of a response. */
export const status = (to: number) => ({ that: { of: 'status' }, must: { is: 'equal', to } });

export const STEPS: Readonly<Record<string, object>> = {
  'Ask for consent': {
    request: { operation: 'createConsent' },
    expect: [status(201)],
    keep: [{ as: 'page', from: { of: 'link', name: 'scaRedirect' } }],
  },
  'Eirik approves': { sca: { psu: 'Eirik Solbakken', decision: 'approve', link: '{{page}}' } },
  'Read the accounts': {
    request: { operation: 'listAccounts', query: { withBalance: 'true' } },
    expect: [{ that: { of: 'body', path: '$.accounts[0].name' }, must: { is: 'equal', to: 'Sparekonto' } }],
    warn: [{ that: { of: 'body', path: '$.accounts[0].currency' }, must: { is: 'equal', to: 'EUR' } }],
  },
  'A day passes': { control: { method: 'POST', path: '/control/clock', json: { advance: 'P1D' } } },
};

/** Writes a collection as somebody who checks it out of git would. */
export function writeCollection(dataFolder: string): void {
  const folder = join(dataFolder, 'collections', 'Accounts');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'collection.json'), JSON.stringify({ version: 1, name: 'Accounts of Eirik' }));
  for (const [at, [name, step]] of Object.entries(STEPS).entries())
    writeFileSync(
      join(folder, `${name}.step.json`),
      JSON.stringify({ version: 2, name, order: at, ...step }),
    );
}

/** Writes one file. @param path below the folder of the collections */
export function writeInCollections(dataFolder: string, path: string, text: string): void {
  const file = join(dataFolder, 'collections', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Writes steps that list the accounts. */
export function writeSteps(dataFolder: string, folder: string, ...steps: string[]): void {
  for (const name of steps)
    writeInCollections(
      dataFolder,
      `${folder}/${name}.step.json`,
      writeStepFile(requestStep(name, fresh('listAccounts')), null),
    );
}
