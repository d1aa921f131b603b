/** A step as a flow file writes it, and as the model has it. */
import { z } from 'zod';
import { FAULTS, faultById } from '../faults/faults.ts';
import { lineOf, missingParameters, partsOf, readable } from '../requests/compose.ts';
import { requestOf } from '../requests/http.ts';
import { type ComposedRequest, isKnown } from '../requests/request.ts';
import { nearest } from '../names.ts';
import { isRecord, ownValue } from '../own-value.ts';
import { flowMistakes as t } from '../texts/flow-mistakes.ts';
import { BANK_METHODS, METHODS } from '../xs2a/http-syntax.ts';
import { usualSpelling } from '../requests/raw-text.ts';
import { MAX_REQUEST_NAME_CHARS } from '../limits.ts';
import type { Capture } from './capture.ts';
import {
  assertionsOf,
  assertionsText,
  captureOf,
  captureText,
  expectationsOf,
  expectationText,
  type Read,
  read,
  wrong,
  wrongInside,
} from './expectation-text.ts';
import { type CollectionOfFile, type ItemKind, STEP_FORMS, type StepOfFile } from './flow-file.ts';
import { type ControlStep, kindOf, type RequestStep, type Step, stepSchema } from './steps.ts';
import { NO_SETTINGS, type Repeats, type Settings } from './settings.ts';
import type { JsonValue } from './value-text.ts';

/** The key that says what a step does; a sentence if none or several do. */
export function itemKindOf<Kind extends ItemKind>(raw: StepOfFile, kinds: readonly Kind[]): Read<Kind> {
  const [first, second] = kinds.filter((kind) => Object.hasOwn(raw, kind));
  if (first === undefined) {
    const [key = ''] = Object.keys(raw);
    const near = nearest(key, kinds);
    return near === null
      ? wrong([], t.unknownStep(kinds.join(', ')))
      : wrong([key], t.didYouMean(key, near), 'key');
  }
  return second === undefined ? read(first) : wrong([second], t.twoKinds(first, second));
}

type Kinds = { [Kind in ItemKind]: z.infer<(typeof STEP_FORMS)[Kind]> };
type Common = Pick<Kinds['pause'], 'each' | 'skip' | 'tags' | 'when'>;

/** Reads what repeats a step and what leaves it out. */
export function repeatsOf({ tags, skip, when, each }: Common): Read<Repeats> {
  const conditions: NonNullable<Step['when']> = [];
  for (const [variable, raw] of Object.entries(when ?? {})) {
    const must = expectationsOf({ of: 'text' }, raw);
    if (!must.ok) return wrongInside(['when', variable], must);
    conditions.push(...must.value.map((one) => ({ variable, must: one })));
  }
  if (isRecord(each)) {
    const [[name, values] = ['', []], ...more] = Object.entries(each);
    if (more.length > 0) return wrong(['each'], t.oneVariable);
    if (!Array.isArray(values) && !(typeof values === 'string' && values.startsWith('{{')))
      return wrong(['each', name], t.eachValues(name));
  }
  return read({
    ...given('tags', tags),
    ...given('skip', skip),
    ...(when === undefined ? {} : { when: conditions }),
    ...given('each', each),
  });
}

/** Reads a step that is no group, of a form that fits its kind. */
export function stepOf(kind: Exclude<ItemKind, 'group'>, raw: StepOfFile, name: string): Read<Step> {
  const { about, ...repeats } = COMMON.parse(raw);
  const common = repeatsOf(repeats);
  if (!common.ok) return common;
  const doing = READERS[kind](raw);
  if (!doing.ok) return doing;
  const judged = judgedOf(raw);
  if (!judged.ok) return judged;
  const step = { name, ...given('about', about), ...common.value, ...doing.value, ...judged.value };
  const whole = stepSchema.safeParse(step);
  if (whole.success) return read(whole.data);
  // Such as a limit.
  const [issue] = whole.error.issues;
  const key = String(issue?.path[0]);
  return wrong(Object.hasOwn(raw, key) ? [key] : [], issue?.message ?? '');
}

const READERS: {
  readonly [Kind in Exclude<ItemKind, 'group'>]: (raw: StepOfFile) => Read<Partial<Step>>;
} = {
  request: (raw) => {
    const step = STEP_FORMS.request.parse(raw);
    const request = requestOfLine(step.request);
    if (typeof request === 'string') return wrong(['request'], request);
    if (step.body !== undefined && step.text !== undefined) return wrong(['text'], t.bodyAndText);
    const { fault, from } = step;
    if (fault !== undefined && !fault.includes('{{') && faultById(fault) === null) {
      const near = nearest(
        fault,
        FAULTS.map(({ id }) => id),
      );
      return wrong(['fault'], near === null ? t.unknownFault(fault) : t.didYouMean(fault, near));
    }
    return read({
      request: {
        ...request,
        headers: { ...(step.sign === false ? UNSIGNED : {}), ...headersOf(step.headers) },
        fault: fault ?? null,
        ...(step.body === undefined ? {} : { json: step.body }),
        ...(step.text === undefined ? {} : { text: step.text.split('\n') }),
      },
      ...given('change', step.change),
      ...(from === undefined ? {} : { openapi: typeof from === 'string' ? { operation: from } : from }),
    });
  },
  control: (raw) => {
    const { control, body } = STEP_FORMS.control.parse(raw);
    return read({ control: controlOf(control, body) });
  },
  consent: (raw) => {
    const { consent, context, agreement, accounts } = STEP_FORMS.consent.parse(raw);
    return read({ consent: { psu: consent, ...atBankOf({ context, agreement, accounts }) } });
  },
  sca: (raw) => {
    const { sca, as, link, context, agreement, accounts } = STEP_FORMS.sca.parse(raw);
    return read({
      sca: { ...given('link', link), psu: as, decision: sca, ...atBankOf({ context, agreement, accounts }) },
    });
  },
  session: (raw) => read({ session: STEP_FORMS.session.parse(raw).session }),
  include: (raw) => {
    const { include, variables } = STEP_FORMS.include.parse(raw);
    return read({ include: { flow: include, ...given('variables', variables) } });
  },
  pause: (raw) => read({ pause: STEP_FORMS.pause.parse(raw).pause }),
};

function judgedOf(raw: StepOfFile): Read<Pick<Step, 'expect' | 'keep' | 'until' | 'warn'>> {
  const judged: Pick<Step, 'expect' | 'keep' | 'until' | 'warn'> = {};
  const { expect, warn, keep, until } = JUDGED.parse(raw);
  for (const [key, value] of [
    ['expect', expect],
    ['warn', warn],
  ] as const) {
    if (value === undefined) continue;
    const assertions = assertionsOf(value);
    if (!assertions.ok) return wrongInside([key], assertions);
    judged[key] = assertions.value;
  }
  if (keep !== undefined) {
    const captures: Capture[] = [];
    for (const [as, text] of Object.entries(keep)) {
      const capture = captureOf(as, text);
      if (typeof capture === 'string') return wrong(['keep', as], capture);
      captures.push(capture);
    }
    judged.keep = captures;
  }
  if (until !== undefined) {
    const assertions = assertionsOf(until.expect);
    if (!assertions.ok) return wrongInside(['until', 'expect'], assertions);
    const { between, rounds } = until;
    judged.until = {
      expect: assertions.value,
      rounds,
      between: 'pause' in between ? between : controlOf(between.control, between.body),
    };
  }
  return read(judged);
}

const { expect, warn, keep, until } = STEP_FORMS.request.shape;
const { about, tags, skip, when, each } = STEP_FORMS.pause.shape;
const COMMON = z.object({ about, tags, skip, when, each });
const JUDGED = z.object({ expect, warn, keep, until });

const atBankOf = ({
  context,
  agreement,
  accounts,
}: Pick<Kinds['sca'], 'accounts' | 'agreement' | 'context'>) => ({
  ...given('context', context),
  ...given('agreement', agreement),
  ...given('accounts', accounts),
});

/** One member, or none if it has no value. */
function given<N extends string, V>(name: N, value: V | undefined): Partial<Record<N, V>> {
  const one: Partial<Record<N, V>> = {};
  if (value !== undefined) one[name] = value;
  return one;
}

const VARIABLE = /\{\{[^{}]*\}\}/g;

/** Reads method and path, or address; variables are percent-encoded as in the model, but for one that begins it. */
export function requestOfLine(
  text: string,
): Pick<RequestStep, 'line' | 'operation' | 'params' | 'query'> | string {
  const [, word = '', whole] = /^([A-Z]+) +(.+)$/.exec(text.trim()) ?? [];
  const method = METHODS.find((one) => one === word);
  if (word !== '' && method === undefined) return t.method(word, METHODS.join(', '));
  if (method === undefined || whole === undefined) return t.requestLine;
  if (!/^(?:\/|https?:\/\/[^/]|\{\{)/.test(whole)) return t.requestHost;
  const [, start = '', rest = ''] = /^(\{\{[^{}]*\}\})?(.*)$/.exec(whole) ?? [];
  const path = start + rest.replaceAll(VARIABLE, encodeURIComponent);
  const plain = rest.replaceAll(VARIABLE, '');
  if (/\s/.test(plain)) return t.lineBlank;
  const known = requestOf({
    method,
    path: path.replaceAll(UNFILLED, encodeURIComponent),
    headers: [],
    body: '',
  });
  const named = Object.keys(known.params).map(unfilled);
  const braced = plain.match(/\$?\{[A-Za-z][\w.-]*\}/g)?.find((one) => !named.includes(one));
  if (braced !== undefined) return t.braces(braced, `{{${braced.replaceAll(/[${}]/g, '')}}}`);
  return known.line === null
    ? { operation: known.operation, params: filled(known.params), query: filled(known.query) }
    : { operation: known.operation, params: {}, query: {}, line: `${method} ${path}` };
}

/** A parameter of the path that has no value yet. */
const UNFILLED = /(?<=\/)\{[\w-]+\}(?=[/?]|$)/g;
const unfilled = (name: string) => `{${name}}`;

/** Without the parameters that the operation has and the line does not. */
function filled(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== '' && value !== unfilled(name)),
  );
}

/** Method and path with variables in braces. */
export function requestLineOf(request: RequestStep): string {
  const composed: Pick<ComposedRequest, 'line' | 'operation' | 'params' | 'query'> = {
    ...request,
    line: request.line ?? null,
  };
  const { method, path } = composed.line === null ? lineOfOperation(composed) : partsOf(composed.line);
  return `${method} ${readable(path)}`;
}

function lineOfOperation(request: Pick<ComposedRequest, 'operation' | 'params' | 'query'>): {
  method: string;
  path: string;
} {
  const whole = { ...request, headers: {}, body: '', fault: null, raw: null, line: null };
  if (!isKnown(whole)) return { method: 'GET', path: `/${request.operation}` };
  const missing = missingParameters(whole);
  const named = Object.fromEntries(missing.map((name) => [name, unfilled(name)]));
  const { method, path } = lineOf({ ...whole, params: { ...whole.params, ...named } });
  const shown = missing.reduce(
    (text, name) => text.replace(encodeURIComponent(unfilled(name)), () => unfilled(name)),
    path,
  );
  return { method, path: shown };
}

/** Method, path and body of an operator's act. */
function controlOf(line: string, json: JsonValue | undefined): ControlStep {
  const { method, path } = partsOf(line);
  const known = BANK_METHODS.find((one) => one === method) ?? 'POST';
  return { method: known, path, ...given('json', json) };
}

/** The name of a step that has none in its file: what it does. */
export function impliedName(step: Omit<Step, 'name'>): string {
  const { request, control, consent, sca, session, include, pause } = step;
  const name =
    request !== undefined
      ? (requestLineOf(request).split('?', 1)[0] ?? '')
      : control !== undefined
        ? `${control.method} ${control.path}`
        : consent !== undefined
          ? t.consents(consent.psu)
          : sca !== undefined
            ? t.decides[sca.decision](sca.psu)
            : session !== undefined
              ? t.session(session)
              : include !== undefined
                ? t.include(include.flow)
                : t.pause(pause ?? 0);
  return name.length > MAX_REQUEST_NAME_CHARS ? `${name.slice(0, MAX_REQUEST_NAME_CHARS - 1)}…` : name;
}

/** Whether a name is the one that a step would have without it, perhaps numbered because another one has it. */
export function isImplied(step: Step): boolean {
  const name = impliedName(step);
  return (
    step.name === name ||
    (step.name.startsWith(`${name} (`) && /^ \(\d+\)$/.test(step.name.slice(name.length)))
  );
}

/** A step as a file writes it. @returns a sentence if a file cannot say it */
export function fileOfStep(step: Step): StepOfFile | string {
  const { about, tags, skip, when, each, openapi, until } = step;
  const judged = judgedText(step);
  if (typeof judged === 'string') return judged;
  const repeats = repeatsText({ tags, skip, when, each });
  if (typeof repeats === 'string') return repeats;
  const again = until && assertionsText(until.expect);
  if (typeof again === 'string') return again;
  const { operation, id, example } = openapi ?? {};
  const from = id === undefined && example === undefined ? operation : { operation, id, example };
  return withoutUndefined({
    name: isImplied(step) ? undefined : step.name,
    about,
    ...DOING[kindOf(step)](step),
    from,
    ...repeats,
    ...judged,
    until: until && {
      expect: again,
      rounds: until.rounds,
      between:
        'pause' in until.between
          ? until.between
          : { control: `${until.between.method} ${until.between.path}`, body: until.between.json },
    },
  });
}

/** What `sign: false` leaves out: the request is right without a signature, such as one to a token endpoint. */
/** Headers that a step leaves out that is not signed. */
export const UNSIGNED: Readonly<Record<string, string>> = {
  digest: '',
  signature: '',
  'tpp-signature-certificate': '',
};

/** Null leaves a header out, which an empty value does in the model. */
export function headersOf(
  headers: Readonly<Record<string, string | null>> | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value ?? '']),
  );
}

/** The settings in the head of a file. */
export function settingsOf({ headers, ...head }: Omit<CollectionOfFile, 'name'>): Settings {
  return { ...NO_SETTINGS, ...head, headers: headersOf(headers) };
}

const DOING: Readonly<Record<ReturnType<typeof kindOf>, (step: Step) => Record<string, unknown>>> = {
  request: ({ request, change }) => {
    if (request === undefined) return {};
    const { headers, fault, json, text } = request;
    const isUnsigned = Object.keys(UNSIGNED).every((key) => ownValue(headers, key) === '');
    const all = Object.entries(headers)
      .filter(([key]) => !isUnsigned || !Object.hasOwn(UNSIGNED, key))
      .map(([key, value]) => [usualSpelling(key), value === '' ? null : value]);
    return {
      request: requestLineOf(request),
      headers: all.length === 0 ? undefined : Object.fromEntries(all),
      body: json,
      text: text?.join('\n'),
      change,
      fault: fault ?? undefined,
      sign: isUnsigned ? false : undefined,
    };
  },
  control: ({ control }) => ({ control: `${control?.method} ${control?.path}`, body: control?.json }),
  consent: ({ consent: { psu, ...others } = { psu: '' } }) => ({ consent: psu, ...others }),
  sca: ({ sca: { decision, psu, ...others } = { decision: 'approve', psu: '' } }) => ({
    sca: decision,
    as: psu,
    ...others,
  }),
  session: ({ session }) => ({ session }),
  include: ({ include }) => ({ include: include?.flow, variables: include?.variables }),
  pause: ({ pause }) => ({ pause }),
};

function judgedText(step: Step): Record<string, unknown> | string {
  const all: Record<string, unknown> = {};
  for (const key of ['expect', 'warn'] as const) {
    const assertions = step[key] ?? [];
    const text = assertions.length === 0 ? undefined : assertionsText(assertions);
    if (typeof text === 'string') return text;
    all[key] = text;
  }
  const keep = step.keep ?? [];
  if (keep.length > 0) all['keep'] = Object.fromEntries(keep.map((one) => [one.as, captureText(one)]));
  return all;
}

/** What repeats a step or a group as a file writes it. @returns a sentence instead if a file cannot say it */
export function repeatsText({ tags, skip, when, each }: Repeats): StepOfFile | string {
  const conditions = whenText(when);
  if (typeof conditions === 'string') return conditions;
  return withoutUndefined({ tags: tags?.length === 0 ? undefined : tags, skip, when: conditions, each });
}

function whenText(when: Step['when']): Record<string, JsonValue> | string | undefined {
  if (when === undefined) return undefined;
  const found: Record<string, JsonValue> = {};
  for (const name of new Set(when.map(({ variable }) => variable))) {
    const must = when.filter(({ variable }) => variable === name).map((one) => one.must);
    const text = expectationText({ of: 'text' }, must);
    if (typeof text === 'string') return text;
    found[name] = text.value;
  }
  return found;
}

/** A value without members that are undefined, at any depth. */
function withoutUndefined(value: unknown): StepOfFile {
  return JSON.parse(JSON.stringify(value)) as StepOfFile;
}
