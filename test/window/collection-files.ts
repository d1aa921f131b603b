/** Collections in a data folder, as somebody who checks them out of git would write them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stepText } from '../../shared/collections/flow-edit.ts';
import { type Flow, readFlow } from '../../shared/collections/flow-reader.ts';
import { FLOW_SUFFIX } from '../../shared/collections/flow-file.ts';
import { requestStep } from '../../shared/collections/request-step.ts';
import type { Step } from '../../shared/collections/steps.ts';
import { renderYaml } from '../../shared/collections/yaml-text.ts';
import { fresh } from '../../shared/requests/compose.ts';

/** An assertion about the status of a response. */
export const status = (to: number) =>
  ({ that: { of: 'status' }, must: { is: 'equal', to } }) as const satisfies NonNullable<
    Step['expect']
  >[number];

export const STEPS: readonly Step[] = [
  {
    ...requestStep('Ask for consent', fresh('createConsent')),
    expect: [status(201)],
    keep: [{ as: 'page', from: { of: 'link', name: 'scaRedirect' } }],
  },
  { name: 'Eirik approves', sca: { psu: 'Eirik Solbakken', decision: 'approve', link: '{{page}}' } },
  {
    ...requestStep('Read the accounts', { ...fresh('listAccounts'), query: { withBalance: 'true' } }),
    expect: [{ that: { of: 'body', path: '$.accounts[0].name' }, must: { is: 'equal', to: 'Sparekonto' } }],
    warn: [{ that: { of: 'body', path: '$.accounts[0].currency' }, must: { is: 'equal', to: 'EUR' } }],
  },
  { name: 'A day passes', control: { method: 'POST', path: '/control/clock', json: { advance: 'P1D' } } },
];

/** The text of a flow with these steps. */
export function flowText(...steps: readonly Step[]): string {
  const raw = steps.map((step) => {
    const text = stepText(step);
    if (typeof text === 'string') throw new Error(text);
    return text.raw;
  });
  return renderYaml({ steps: raw });
}

/** Writes a collection as somebody who checks it out of git would. */
export function writeCollection(dataFolder: string): void {
  writeInCollections(dataFolder, 'Accounts/collection.yaml', 'name: Accounts of Eirik\n');
  writeFlow(dataFolder, 'Accounts/Reading', ...STEPS);
}

/** Writes one file. @param path below the folder of the collections */
export function writeInCollections(dataFolder: string, path: string, text: string): void {
  const file = join(dataFolder, 'collections', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Writes a flow. @param path below the folder of the collections, without its suffix */
export function writeFlow(dataFolder: string, path: string, ...steps: readonly Step[]): void {
  writeInCollections(dataFolder, `${path}${FLOW_SUFFIX}`, flowText(...steps));
}

/** Writes a flow whose steps list the accounts. */
export function writeSteps(dataFolder: string, path: string, ...steps: string[]): void {
  writeFlow(dataFolder, path, ...steps.map((name) => requestStep(name, fresh('listAccounts'))));
}

/** Reads a flow. @param path below the folder of the collections, without its suffix */
export function savedFlow(dataFolder: string, path: string): Flow {
  const flow = readFlow(readFileSync(join(dataFolder, 'collections', `${path}${FLOW_SUFFIX}`), 'utf8'));
  if (Array.isArray(flow)) throw new Error(JSON.stringify(flow));
  return flow;
}

/** The steps of a flow, those of its groups among them, in order. */
export function savedSteps(dataFolder: string, path: string): Step[] {
  const inside = (items: Flow['items']): Step[] =>
    items.flatMap((item) => (item.kind === 'step' ? [item.step] : inside(item.items)));
  return inside(savedFlow(dataFolder, path).items);
}
