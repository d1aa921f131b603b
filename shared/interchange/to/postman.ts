/** A collection as one of Postman, format 2.1. */
import type { Step } from '../../collections/steps.ts';
import { interchange as t } from '../../texts/interchange.ts';
import type { Folder } from '../model.ts';
import { type Entry, wordsOf } from '../report.ts';
import { asItIs } from './literals.ts';
import { BASE_VARIABLE, type Carried, needsBase, Exporting, type Sent } from './exporting.ts';
import { assertionScript, captureScript, POSTMAN, scriptAfter, scriptBefore } from './script.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const CARRIED: Carried = new Set(['about', 'expect', 'keep']);

export function toPostman(root: Folder, exporting: Exporting): string {
  const { secret, variables } = root.settings;
  const entry = exporting.folder(root, [], CARRIED);
  entry.changed(t.throughProxy);
  if (secret.length > 0) entry.changed(t.secretValue);
  const item = itemsOf(root, [], exporting);
  const open = { ...(needsBase(root) ? { [BASE_VARIABLE]: '' } : {}), ...variables };
  const collection = {
    info: { name: root.name, ...described(root.settings), schema: SCHEMA },
    item,
    variable: [
      ...Object.entries(open)
        .filter(([key]) => !secret.includes(key))
        .map(([key, value]) => ({ key, value, type: 'string' })),
      ...[...secret].sort().map((key) => ({ key, value: '', type: 'secret' })),
    ],
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function described({ about }: { about?: string | undefined }): object {
  return about === undefined ? {} : { description: about };
}

function itemsOf(folder: Folder, names: readonly string[], exporting: Exporting): object[] {
  return exporting.children(folder, names, CARRIED, {
    step: (step, around) => itemOf(step, around, exporting),
    folder: (child, all) => ({
      name: child.name,
      ...described(child.settings),
      item: itemsOf(child, all, exporting),
    }),
  });
}

function itemOf(step: Step, names: readonly string[], exporting: Exporting): object | null {
  const made = exporting.sent(step, names, CARRIED);
  if (made === null) return null;
  const { entry } = made;
  const sent = asItIs(made.sent, entry);
  const told = exporting.told(step);
  const events = [
    { listen: 'prerequest', exec: scriptBefore(told, POSTMAN) },
    { listen: 'test', exec: [...scriptOf(step, entry), ...scriptAfter(told, POSTMAN)] },
  ].filter(({ exec }) => exec.length > 0);
  return {
    name: step.name,
    ...(events.length === 0
      ? {}
      : { event: events.map(({ listen, exec }) => ({ listen, script: { type: 'text/javascript', exec } })) }),
    request: {
      ...described(step),
      method: sent.method,
      header: sent.headers.map(([key, value]) => ({ key, value })),
      ...(sent.body === '' ? {} : { body: bodyOf(sent) }),
      url: urlOf(exporting.address(step, sent.path)),
    },
    response: [],
  };
}

function bodyOf({ body, isJson }: Sent): object {
  return { mode: 'raw', raw: body, ...(isJson ? { options: { raw: { language: 'json' } } } : {}) };
}

/** Postman reads the parts rather than the whole. @param address that begins with a variable or a scheme */
function urlOf(address: string): object {
  const [, scheme] = /^(https?):\/\//.exec(address) ?? [];
  const [before = '', query] = address.slice(scheme === undefined ? 0 : `${scheme}://`.length).split('?', 2);
  const [host = '', ...path] = before.split('/');
  return {
    raw: address,
    ...(scheme === undefined ? {} : { protocol: scheme }),
    host: [host],
    ...(path.length === 0 ? {} : { path }),
    ...(query === undefined
      ? {}
      : {
          query: query.split('&').map((pair) => {
            const [key = '', ...value] = pair.split('=');
            return { key, value: value.join('=') };
          }),
        }),
  };
}

/** The lines of a test script. */
function scriptOf({ expect = [], keep = [] }: Step, entry: Entry): string[] {
  return [
    ...expect.flatMap((one) => assertionScript(one, POSTMAN) ?? lost(entry, t.assertionLost(wordsOf(one)))),
    ...keep.flatMap((one) => captureScript(one, POSTMAN) ?? lost(entry, t.captureLost(one.as))),
  ];
}

function lost(entry: Entry, note: string): [] {
  entry.changed(note);
  return [];
}
