/** A step that sends no request as the fields of a form, and back. A field may hold a text that is no step yet. */
import { texts } from '../texts/texts.ts';
import type { Reading } from './assertion-form.ts';
import { type ConsentStep, type Step, type StepKind, stepSchema } from './steps.ts';
import { linesIn } from './value-text.ts';
import { VARIABLE_NAME } from './variable-name.ts';
import { MAX_PAUSE_MS } from '../limits.ts';

const t = texts.requests.step.problems;

/** All fields, whatever the kind: those of the others are empty. */
export interface StepFields {
  name: string;
  psu: string;
  decision: 'approve' | 'abort' | 'revoke';
  /** Empty for the page's own choice. */
  context: '' | 'PRIVATE' | 'CORPORATE';
  agreement: string;
  /** BBANs or IBANs, one a line; empty for all. */
  accounts: string;
  /** Empty for the latest scaRedirect. */
  link: string;
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  path: string;
  /** JSON; empty for no body. */
  json: string;
  session: string;
  /** File of the flow to include. */
  flow: string;
  /** `name = value`, one a line. */
  variables: string;
  /** Milliseconds. */
  pause: string;
}

const EMPTY: StepFields = {
  name: '',
  psu: '',
  decision: 'approve',
  context: '',
  agreement: '',
  accounts: '',
  link: '',
  method: 'POST',
  path: '',
  json: '',
  session: '',
  flow: '',
  variables: '',
  pause: '',
};

export function fieldsOfStep({ name, sca, consent, control, include, session, pause }: Step): StepFields {
  return {
    ...EMPTY,
    name,
    ...(sca && { ...fieldsAtBank(sca), decision: sca.decision, link: sca.link ?? '' }),
    ...(consent && fieldsAtBank(consent)),
    ...(control && {
      method: control.method,
      path: control.path,
      json: control.json === undefined ? '' : JSON.stringify(control.json, null, 2),
    }),
    ...(include && {
      flow: include.flow,
      variables: Object.entries(include.variables ?? {})
        .map(
          ([name, value]) =>
            `${name} = ${typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value)}`,
        )
        .join('\n'),
    }),
    ...(session !== undefined && { session }),
    ...(pause !== undefined && { pause: String(pause) }),
  };
}

function fieldsAtBank({ psu, context, agreement, accounts }: ConsentStep): Partial<StepFields> {
  return { psu, context: context ?? '', agreement: agreement ?? '', accounts: (accounts ?? []).join('\n') };
}

/** @param before keeps what the form does not show, such as its assertions */
export function readStepForm(
  kind: Exclude<StepKind, 'request'>,
  fields: StepFields,
  before: Step,
): Reading<Step, keyof StepFields> {
  const own = KINDS[kind](fields);
  if (!own.ok) return own;
  const { sca: _s, consent: _n, control: _c, include: _i, session: _e, pause: _p, ...others } = before;
  const name = fields.name.trim();
  const step = { ...others, name, ...own.value };
  const read = stepSchema.safeParse(step);
  if (read.success) return { ok: true, value: read.data };
  const [field] = read.error.issues.map(({ path }) => path.at(-1));
  return field === 'name'
    ? { ok: false, field: 'name', text: t.name }
    : { ok: false, field: fieldNamed(field), text: t.other };
}

type Part = Pick<Step, 'consent' | 'control' | 'include' | 'pause' | 'sca' | 'session'>;

const KINDS: Readonly<
  Record<Exclude<StepKind, 'request'>, (fields: StepFields) => Reading<Part, keyof StepFields>>
> = {
  consent: (fields) => {
    const consent = atBankOf(fields);
    return consent === null ? { ok: false, field: 'psu', text: t.psu } : { ok: true, value: { consent } };
  },
  sca: (fields) => {
    const { decision, link } = fields;
    const psu = atBankOf(fields);
    if (psu === null) return { ok: false, field: 'psu', text: t.psu };
    return { ok: true, value: { sca: { ...psu, decision, ...given('link', link.trim()) } } };
  },
  control: ({ method, path, json }) => {
    if (!/^\/control\/\S+$/.test(path.trim())) return { ok: false, field: 'path', text: t.path };
    const control = { method, path: path.trim() };
    if (json.trim() === '') return { ok: true, value: { control } };
    try {
      const body: NonNullable<NonNullable<Step['control']>['json']> = JSON.parse(json);
      return { ok: true, value: { control: { ...control, json: body } } };
    } catch (error) {
      return { ok: false, field: 'json', text: t.json(error instanceof Error ? error.message : '') };
    }
  },
  include: ({ flow, variables }) => {
    if (flow === '') return { ok: false, field: 'flow', text: t.flow };
    const values: Record<string, string> = {};
    for (const line of linesIn(variables).map((one) => one.trim())) {
      const at = line.indexOf('=');
      const name = line.slice(0, Math.max(0, at)).trim();
      const value = valueIn(line.slice(at + 1).trim());
      if (!VARIABLE_NAME.test(name) || value === null || Object.hasOwn(values, name))
        return { ok: false, field: 'variables', text: t.variables(line) };
      values[name] = value;
    }
    const isEmpty = Object.keys(values).length === 0;
    return { ok: true, value: { include: { flow, ...(isEmpty ? {} : { variables: values }) } } };
  },
  session: ({ session }) =>
    session.trim() === ''
      ? { ok: false, field: 'session', text: t.session }
      : { ok: true, value: { session: session.trim() } },
  pause: ({ pause }) => {
    const amount = /^\d{1,7}$/.test(pause.trim()) ? Number(pause) : Number.NaN;
    return amount <= MAX_PAUSE_MS
      ? { ok: true, value: { pause: amount } }
      : { ok: false, field: 'pause', text: t.pause(MAX_PAUSE_MS) };
  },
};

/** Null if it names no PSU. */
function atBankOf({ psu, context, agreement, accounts }: StepFields): ConsentStep | null {
  if (psu.trim() === '') return null;
  const shared = linesIn(accounts).map((line) => line.trim());
  return {
    psu: psu.trim(),
    ...given('context', context),
    ...given('agreement', agreement.trim()),
    ...(shared.length === 0 ? {} : { accounts: shared }),
  };
}

function given<N extends string, V extends string>(name: N, value: V | ''): Partial<Record<N, V>> {
  const one: Partial<Record<N, V>> = {};
  if (value !== '') one[name] = value;
  return one;
}

/** Whether a value can stand at the end of a line as it is; any other is written as JSON. */
function isPlain(value: string): boolean {
  return !/["\n\r\u2028\u2029]/.test(value) && value === value.trim();
}

/** Null for a text in quotes that is not JSON. */
function valueIn(text: string): string | null {
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

function fieldNamed(name: PropertyKey | undefined): keyof StepFields {
  return Object.keys(EMPTY).find((field): field is keyof StepFields => field === name) ?? 'name';
}
