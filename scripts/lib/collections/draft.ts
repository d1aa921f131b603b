/** The words in which the shipped collections are written; `npm run collections` makes files of them. */
import type { Assertion } from '../../../shared/collections/assertion.ts';
import type { Capture } from '../../../shared/collections/capture.ts';
import { type FolderSettings, ONLY_INCLUDED } from '../../../shared/collections/folder-file.ts';
import type { RequestStep, ScaStep, Step } from '../../../shared/collections/steps.ts';
import type { Code } from '../../../shared/xs2a/refusals.ts';
import type { OperationId } from '../../../shared/xs2a/operations.ts';
import type { RuleId } from '../../../shared/xs2a/rules.ts';

/** A folder with what is in it, in the order in which it runs. */
export interface Draft {
  /** Name of the folder on disk. */
  folder: string;
  name: string;
  settings?: Partial<Omit<FolderSettings, 'name' | 'order'>>;
  items: readonly (Step | Draft)[];
}

type Source = Capture['from'];
type Must = Assertion['must'];
type Json = Extract<Must, { is: 'equal' }>['to'];

const that = (source: Source, must: Must): Assertion => ({ that: source, must });
const inBody = (path: string): Source => ({ of: 'body', path });

export const status = (to: number) => that({ of: 'status' }, { is: 'equal', to });
export const code = (to: Code) => that({ of: 'error-code' }, { is: 'equal', to });
export const field = (to: string) => that(inBody('$.tppMessages[*].path'), { is: 'containing', value: to });
export const is = (path: string, to: Json) => that(inBody(path), { is: 'equal', to });
export const differs = (path: string, from: Json) => that(inBody(path), { is: 'different', from });
export const atMost = (path: string, value: string) => that(inBody(path), { is: 'at-most', value });
export const oneOf = (path: string, ...values: Json[]) => that(inBody(path), { is: 'one-of', values });
export const isLong = (path: string, length: number) => that(inBody(path), { is: 'of-length', length });
export const present = (path: string) => that(inBody(path), { is: 'present' });
export const absent = (path: string) => that(inBody(path), { is: 'absent' });
export const looks = (path: string, form: Extract<Must, { is: 'of-form' }>['form']) =>
  that(inBody(path), { is: 'of-form', form });
export const like = (path: string, pattern: string) => that(inBody(path), { is: 'like', pattern });
export const header = (name: string, pattern: string) =>
  that({ of: 'header', name }, { is: 'like', pattern });
export const link = (name: string) => that({ of: 'link', name }, { is: 'present' });
export const noLink = (name: string) => that({ of: 'link', name }, { is: 'absent' });
export const returned = (name: string, to: string) => that({ of: 'redirect', name }, { is: 'equal', to });
export const returnedLike = (name: string, pattern: string) =>
  that({ of: 'redirect', name }, { is: 'like', pattern });
export const text = (value: string) => that({ of: 'text' }, { is: 'containing', value });
export const signed = (to: 'yes' | 'no') => that({ of: 'signature' }, { is: 'equal', to });
export const fits = that({ of: 'schema' }, { is: 'equal', to: 'yes' });

/** A refusal with its status and code. */
export const refused = (to: number, how: Code, ...more: Assertion[]): Assertion[] => [
  status(to),
  code(how),
  ...more,
];

export const keep = (as: string, path: string): Capture => ({ as, from: inBody(path) });
export const keepHeader = (as: string, name: string): Capture => ({ as, from: { of: 'header', name } });
export const keepReturned = (as: string, name: string): Capture => ({ as, from: { of: 'redirect', name } });

export interface About {
  tags?: RuleId[];
  expect?: Assertion[];
  keep?: Capture[];
  until?: Step['until'];
  each?: Step['each'];
}

type Request = Partial<Omit<RequestStep, 'operation'>>;

export function send(name: string, operation: OperationId, request: Request = {}, about: About = {}): Step {
  const { params = {}, query = {}, headers = {}, fault = null, ...body } = request;
  return { name, ...about, request: { operation, params, query, headers, fault, ...body } };
}

export function act(
  name: string,
  persona: Omit<ScaStep, 'decision'> & { decision?: 'abort' },
  about: About = {},
): Step {
  return { name, ...about, sca: { decision: 'approve', ...persona } };
}

export function operate(
  name: string,
  line: `${'GET' | 'PUT' | 'POST' | 'DELETE'} /control/${string}`,
  json?: Json,
  about: About = {},
): Step {
  const [method, path] = line.split(' ') as ['GET' | 'PUT' | 'POST' | 'DELETE', string];
  return { name, ...about, control: { method, path, ...(json === undefined ? {} : { json }) } };
}

/** Includes a folder of the same collection. */
export const include = (name: string, folder: string, variables?: Record<string, string>): Step => ({
  name,
  include: { folder, ...(variables === undefined ? {} : { variables }) },
});

/** Headers of a TPP that has never met the PSU: another session, and nobody signed in. */
export const STRANGER = { 'psu-id': '', 'psu-corporate-id': '', 'tpp-session-id': '{{$uuid}}' };

/** A Wednesday morning: the day and the hour do not change what a run finds. */
const MORNING = '2027-03-10T08:00:00+01:00';

/** Empties the bank, sets its clock, and learns from its response who is there. */
export const freshBank: Draft = {
  folder: 'fresh-bank',
  name: 'A fresh bank',
  items: [
    operate('Set the clock to a Wednesday morning', 'POST /control/reset', { clock: MORNING }),
    send(
      'Fill the sandbox',
      'initializeSandbox',
      {},
      {
        expect: [status(201), isLong('$.customers', 4)],
        keep: [
          keep('eirik', '$.customers[0].customerNumber'),
          keep('ingrid', '$.customers[1].customerNumber'),
          keep('fjellheim', '$.customers[2].customerNumber'),
        ],
      },
    ),
    send(
      'See the accounts',
      'listSandboxAccounts',
      {},
      {
        expect: [status(200)],
        keep: [
          keep('eirikAccountId', '$.accounts[0].id'),
          keep('eirikAccount', '$.accounts[0].bban'),
          keep('eirikSavings', '$.accounts[1].bban'),
          keep('ingridAccount', '$.accounts[2].bban'),
          keep('ingridAccountId', '$.accounts[2].id'),
          keep('fjellheimAccount', '$.accounts[4].bban'),
          keep('fjellheimEuroAccount', '$.accounts[5].iban'),
          keep('nordlysAccount', '$.accounts[6].bban'),
        ],
      },
    ),
  ],
};

/** Lets time pass again, in a bank that is left as it is. */
export const clockRuns = operate('Let the clock run', 'POST /control/clock', { mode: 'real' });

/** A folder that runs only where a step includes it. */
export function toInclude(folder: Draft): Draft {
  return { ...folder, settings: { ...folder.settings, run: ONLY_INCLUDED } };
}

/** Included where somebody has to sign in without giving a consent. */
export function signIn(folder: string, name: string, persona: Omit<ScaStep, 'decision'>): Draft {
  return {
    folder,
    name,
    items: [
      send(
        'Ask who is there',
        'readUser',
        { headers: STRANGER },
        {
          expect: refused(401, 'PSU_CREDENTIALS_INVALID', link('scaRedirect')),
        },
      ),
      act(name, persona, { expect: [returned('context', persona.context ?? 'PRIVATE')] }),
    ],
  };
}
