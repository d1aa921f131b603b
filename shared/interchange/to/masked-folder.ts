/**
 * A collection with the secrets in its values masked, before a format writes it: in a finished text, a secret may have a piece of the
 * format's syntax, and what is data would become syntax without it.
 */
import type { Assertion, Expectation } from '../../collections/assertion.ts';
import type { Source } from '../../collections/source.ts';
import type { ControlStep, RequestStep, Step } from '../../collections/steps.ts';
import type { Repeats } from '../../collections/settings.ts';
import type { JsonValue } from '../../collections/value-text.ts';
import type { Folder, Item } from '../model.ts';

type Json = JsonValue;

export interface Masks {
  /** A text that is a value. */
  text: (text: string) => string;
  /** A name, or a number: no short secret is looked for in it. */
  name: (name: string) => string;
}

/**
 * Masks every text of a folder that is not a word of the format of collections. The names of variables stay: steps need them.
 * @param changed called with each step and what it has become
 */
export function maskedFolder(folder: Folder, masks: Masks, changed: (from: Step, to: Step) => void): Folder {
  const { settings, repeats, children } = folder;
  const { about, variables, headers } = settings;
  return {
    ...folder,
    name: masks.text(folder.name),
    path: path(folder.path, masks),
    settings: {
      ...settings,
      ...(about === undefined ? {} : { about: masks.text(about) }),
      variables: values(variables, masks),
      headers: record(headers, masks),
    },
    repeats: { ...repeats, ...maskedRepeats(repeats, masks) },
    children: children.map((child): Item => {
      if (child.kind === 'folder') return maskedFolder(child, masks, changed);
      const step = maskedStep(child.step, masks);
      changed(child.step, step);
      return { ...child, step };
    }),
  };
}

function maskedStep(step: Step, masks: Masks): Step {
  const { about, change, request, sca, control, include, session, until, expect, warn, keep } = step;
  const { text } = masks;
  const assertions = (all: readonly Assertion[]) => all.map((one) => assertion(one, masks));
  return {
    ...step,
    name: text(step.name),
    ...maskedRepeats(step, masks),
    ...(about === undefined ? {} : { about: text(about) }),
    ...(change === undefined ? {} : { change: values(change, masks) }),
    ...(session === undefined ? {} : { session: text(session) }),
    ...(request === undefined ? {} : { request: maskedRequest(request, masks) }),
    ...(control === undefined ? {} : { control: controlCall(control, masks) }),
    ...(sca === undefined
      ? {}
      : {
          sca: {
            ...sca,
            psu: text(sca.psu),
            ...(sca.link === undefined ? {} : { link: text(sca.link) }),
            ...(sca.agreement === undefined ? {} : { agreement: text(sca.agreement) }),
            ...(sca.accounts === undefined ? {} : { accounts: sca.accounts.map(text) }),
          },
        }),
    ...(include === undefined
      ? {}
      : {
          include: {
            flow: path(include.flow, masks),
            ...(include.variables === undefined ? {} : { variables: values(include.variables, masks) }),
          },
        }),
    ...(expect === undefined ? {} : { expect: assertions(expect) }),
    ...(warn === undefined ? {} : { warn: assertions(warn) }),
    ...(keep === undefined ? {} : { keep: keep.map((one) => ({ ...one, from: source(one.from, masks) })) }),
    ...(until === undefined
      ? {}
      : {
          until: {
            ...until,
            expect: assertions(until.expect),
            between: 'pause' in until.between ? until.between : controlCall(until.between, masks),
          },
        }),
  };
}

/** What leaves a step or group out or repeats it. */
function maskedRepeats({ skip, tags, when, each }: Repeats, masks: Masks): Repeats {
  return {
    ...(skip === undefined ? {} : { skip: masks.text(skip) }),
    ...(tags === undefined ? {} : { tags: tags.map(masks.text) }),
    ...(when === undefined
      ? {}
      : { when: when.map((one) => ({ ...one, must: expectation(one.must, masks) })) }),
    ...(each === undefined ? {} : { each: maskedEach(each, masks) }),
  };
}

function maskedEach(each: NonNullable<Repeats['each']>, masks: Masks): NonNullable<Repeats['each']> {
  if (typeof each === 'string') return masks.text(each);
  return Array.isArray(each) ? each.map((row) => values(row, masks)) : values(each, masks);
}

function maskedRequest({ line, text, json: body, ...request }: RequestStep, masks: Masks): RequestStep {
  return {
    ...request,
    // The operation says which there are.
    params: record(request.params, { ...masks, name: (name) => name }),
    query: record(request.query, masks),
    headers: record(request.headers, masks),
    ...(line === undefined ? {} : { line: masks.text(line) }),
    ...(body === undefined ? {} : { json: json(body, masks) }),
    // A secret may have more than one line.
    ...(text === undefined ? {} : { text: masks.text(text.join('\n')).split('\n') }),
  };
}

function controlCall({ json: body, ...control }: ControlStep, masks: Masks): ControlStep {
  return {
    ...control,
    path: masks.text(control.path),
    ...(body === undefined ? {} : { json: json(body, masks) }),
  };
}

function assertion({ that, must }: Assertion, masks: Masks): Assertion {
  return { that: source(that, masks), must: expectation(must, masks) };
}

function expectation(must: Expectation, masks: Masks): Expectation {
  switch (must.is) {
    case 'equal':
      return { ...must, to: json(must.to, masks) };
    case 'different':
      return { ...must, from: json(must.from, masks) };
    case 'one-of':
      return { ...must, values: must.values.map((one) => json(one, masks)) };
    case 'containing':
      return { ...must, value: json(must.value, masks) };
    case 'like':
    case 'matching':
      return { ...must, pattern: masks.text(must.pattern) };
    case 'at-most':
    case 'at-least':
      return { ...must, value: limit(must.value, masks) };
    case 'every':
      return { ...must, must: must.must.map((one) => expectation(one, masks)) };
    default:
      return must;
  }
}

function source(from: Source, masks: Masks): Source {
  if ('name' in from) return { ...from, name: masks.name(from.name) };
  return from.of === 'body' ? { ...from, path: masks.text(from.path) } : from;
}

function record(values: Readonly<Record<string, string>>, { text, name }: Masks): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([one, value]) => [name(one), text(value)]));
}

/** Variables: their names stay, because steps need them. */
function values(all: Readonly<Record<string, Json>>, masks: Masks): Record<string, Json> {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, json(value, masks)]));
}

function json(value: Json, masks: Masks): Json {
  if (typeof value === 'string') return masks.text(value);
  if (typeof value === 'number') return limit(value, masks);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => json(one, masks));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [masks.name(name), json(one, masks)]));
}

/** A number with a secret in its digits becomes a text. */
function limit(value: number | string, masks: Masks): number | string {
  if (typeof value === 'string') return masks.text(value);
  const digits = String(value);
  const shown = masks.name(digits);
  return shown === digits ? value : shown;
}

/** Of folders, which name each other by it: each part is masked by itself, so that they still do. */
function path(folders: string, { name }: Masks): string {
  return folders.split('/').map(name).join('/');
}
