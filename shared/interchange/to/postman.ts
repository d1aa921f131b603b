/** A collection as one of Postman, format 2.1. */
import type { Step } from '../../collections/steps.ts';
import { interchange as t } from '../../texts/interchange.ts';
import type { Folder } from '../model.ts';
import { type Entry, wordsOf } from '../report.ts';
import { asItIs } from './literals.ts';
import {
  BASE_VARIABLE,
  bodySteps,
  type Carried,
  needsBase,
  Exporting,
  type Sent,
  variablesOf,
} from './exporting.ts';
import { assertionScript, captureScript } from './script.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const CARRIED: Carried = new Set(['about', 'expect', 'keep']);

export function toPostman(root: Folder, exporting: Exporting): string {
  const secret = new Set(root.settings.secret);
  const entry = exporting.folder(root, [], CARRIED);
  const own = variablesFor(root, secret, entry);
  if (secret.size > 0) entry.changed(t.secretValue);
  const item = itemsOf(root, [], secret, exporting);
  const collection = {
    info: { name: root.name, ...described(root.settings), schema: SCHEMA },
    item,
    variable: [
      ...(needsBase(root) ? [{ key: BASE_VARIABLE, value: '', type: 'string' }] : []),
      ...own,
      ...[...secret].sort().map((key) => ({ key, value: '', type: 'secret' })),
    ],
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function described({ about }: { about?: string | undefined }): object {
  return about === undefined ? {} : { description: about };
}

function variablesFor(folder: Folder, secret: ReadonlySet<string>, entry: Entry): object[] {
  return variablesOf(folder, secret).map(([key, value]) => {
    if (typeof value !== 'string') entry.changed(t.variableText);
    return { key, value, type: typeof value === 'string' ? 'string' : 'any' };
  });
}

function itemsOf(
  folder: Folder,
  names: readonly string[],
  secret: ReadonlySet<string>,
  exporting: Exporting,
): object[] {
  return exporting.children(folder, names, CARRIED, {
    step: (step, around) => itemOf(step, around, exporting),
    folder: (child, all, _, entry) => {
      const variable = variablesFor(child, secret, entry);
      return {
        name: child.name,
        ...described(child.settings),
        item: itemsOf(child, all, secret, exporting),
        ...(variable.length === 0 ? {} : { variable }),
      };
    },
  });
}

function itemOf(step: Step, names: readonly string[], exporting: Exporting): object | null {
  const made = exporting.sent(step, names, CARRIED);
  if (made === null) return null;
  const { entry } = made;
  const sent = asItIs(made.sent, entry);
  const exec = scriptOf(step, entry);
  return {
    name: step.name,
    ...(exec.length === 0 ? {} : { event: [{ listen: 'test', script: { type: 'text/javascript', exec } }] }),
    request: {
      ...described(step),
      method: sent.method,
      header: sent.headers.map(([key, value]) => ({ key, value })),
      ...(sent.body === '' ? {} : { body: bodyOf(sent) }),
      url: urlOf(exporting.address(sent.path)),
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
  const scripts: string[] = [];
  for (const assertion of expect) {
    const script = assertionScript(assertion);
    if (script === null) entry.changed(t.assertionLost(wordsOf(assertion)));
    else {
      scripts.push(script);
      if (assertion.that.of !== 'body' && bodySteps(assertion.that) !== null)
        entry.changed(t.assertionChanged(wordsOf(assertion)));
    }
  }
  for (const { as, from, pick } of keep) {
    const script = pick === undefined ? captureScript(as, from) : null;
    if (script === null) entry.changed(t.captureLost(as));
    else {
      scripts.push(script);
      if (from.of !== 'body' && bodySteps(from) !== null) entry.changed(t.captureChanged(as));
    }
  }
  return scripts.flatMap((script) => script.split('\n'));
}
