/** `tpp-workbench space …`: makes, lists and ends the spaces of a running `tpp-workbench spaces`. */
import { z } from 'zod';
import {
  type Command,
  readArgs,
  readInput,
  type Result,
  table,
  UsageError,
  firstLine,
  strings,
} from './command.ts';
import { printableLine } from './printable.ts';
import { askJson, errorIn } from '../../shared/node/bounded-http.ts';
import { MAX_SPACE_LIST_BYTES, SPACE_ANSWER_MS } from '../../shared/limits.ts';

const CONTROL = 'http://127.0.0.1:8445';
const SERVICE_OPTIONS = strings('control', 'token-file');
const SERVICE_HELP = `  --control URL          address of the service (default ${CONTROL}; or set TPP_SPACES)
  --token-file FILE      file with the token of the service in its first line; or set TPP_CONTROL_TOKEN`;

interface At {
  control?: string | undefined;
  'token-file'?: string | undefined;
}

/** @param schema of the response @throws UsageError if the service refuses, or another program responds */
async function call<S extends z.ZodType>(
  schema: S,
  at: At,
  method: string,
  path: string,
  body?: object,
): Promise<z.infer<S>> {
  const base = (at.control ?? process.env['TPP_SPACES'] ?? CONTROL).replace(/\/$/, '');
  if (!isWeb(base)) throw new UsageError(`--control must be an address, such as ${CONTROL}.`);
  const headers = { Authorization: `Bearer ${tokenFrom(at['token-file'])}` };
  const limits = { time: SPACE_ANSWER_MS, bytes: MAX_SPACE_LIST_BYTES };
  const answer = await askJson(base + path, { method, headers, content: body }, limits);
  if ('silent' in answer)
    throw new UsageError(
      `The service ${base} cannot be reached: ${answer.silent}. Start it with: tpp-workbench spaces`,
    );
  if ('odd' in answer) throw anotherProgram(base, answer.odd);
  const refusal = errorIn(answer.json);
  if (!answer.ok && refusal !== null) throw new UsageError(refusal);
  if (!answer.ok) throw anotherProgram(base, `answers ${answer.status} without a reason`);
  const read = schema.safeParse(answer.json);
  if (!read.success) throw anotherProgram(base, 'answers with other JSON than this version of it');
  return read.data;
}

const isWeb = (address: string) => /^https?:/i.test(address) && URL.canParse(address);

const anotherProgram = (base: string, how: string) =>
  new UsageError(
    `${base} is not the service of spaces: it ${how}. Give the address of the control listener that tpp-workbench spaces has printed.`,
  );

/** Never an argument, because other users can read the command line. */
function tokenFrom(file: string | undefined): string {
  const token = file === undefined ? process.env['TPP_CONTROL_TOKEN'] : firstLine(file);
  if (token === undefined || token === '')
    throw new UsageError(
      'Give the token of the service: set TPP_CONTROL_TOKEN, or name a file with --token-file. The service prints it when it is ready.',
    );
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError('The token has characters that no token has.');
  return token;
}

/** A newer service may add fields. */
const spaceSchema = z.looseObject({
  name: z.string(),
  state: z.enum(['awake', 'asleep', 'unusable']),
  problem: z.string().nullable(),
  lastUsed: z.string(),
  quirks: z.record(z.string(), z.union([z.string(), z.boolean()])),
  apiBaseUrl: z.string().nullable(),
  psuBaseUrl: z.string().nullable(),
  controlBaseUrl: z.string(),
});
const renewedSchema = z.looseObject({ controlToken: z.string() });
const madeSchema = spaceSchema.extend({ ...renewedSchema.shape, caFile: z.string() });
const listSchema = z.looseObject({ spaces: z.array(spaceSchema) });
type SpaceView = z.infer<typeof spaceSchema>;

export const spaceMake: Command = {
  help: `space make [NAME]        make a space: a bank of its own, with ports and a control token of its own
  --from NAME            begin with the state, clock and quirks of another space
  --snapshot FILE        begin with the state of a snapshot of a bank, - for standard input
  --clock DATE-TIME      freeze its clock at this time, such as 2026-12-01T08:00:00+01:00
  --env NAME             sandbox (default) or production
  --quirk NAME=VALUE     set a quirk; repeatable
${SERVICE_HELP}`,
  run: async (args) => {
    const { values, positionals } = readArgs(args, {
      ...strings('from', 'snapshot', 'clock', 'env'),
      quirk: { type: 'string', multiple: true },
      ...SERVICE_OPTIONS,
    });
    if (positionals.length > 1) throw new UsageError('Give at most one name of a space.');
    const [name] = positionals;
    const quirks = quirksOf([
      ...(values.env === undefined ? [] : [`environment=${values.env}`]),
      ...(values.quirk ?? []),
    ]);
    const made = await call(madeSchema, values, 'POST', '/spaces', {
      ...(name === undefined ? {} : { name }),
      ...(values.from === undefined ? {} : { from: values.from }),
      ...(values.snapshot === undefined ? {} : { snapshot: snapshotIn(values.snapshot) }),
      ...(values.clock === undefined ? {} : { clock: values.clock }),
      ...(Object.keys(quirks).length === 0 ? {} : { quirks }),
    });
    const rows: [string, string][] = [
      ['control token', `${made.controlToken}   (not shown again)`],
      ['CA file', made.caFile],
    ];
    return { text: described(made, rows), json: made, status: 0 };
  },
};

export const spaceList: Command = {
  help: `space list               list the spaces with their states and addresses\n${SERVICE_HELP}`,
  run: async (args) => {
    const { values, positionals } = readArgs(args, SERVICE_OPTIONS);
    if (positionals.length > 0) throw new UsageError('This command takes no name.');
    const answer = await call(listSchema, values, 'GET', '/spaces');
    const text =
      answer.spaces.length === 0
        ? 'There are no spaces. Make one with: tpp-workbench space make NAME'
        : table(answer.spaces.map((space) => [space.name, oneLine(space)]));
    return { text, json: answer, status: 0 };
  },
};

function ofOne(help: string, work: (at: At, name: string) => Promise<Result>): Command {
  return {
    help: `${help}\n${SERVICE_HELP}`,
    run: (args) => {
      const { values, positionals } = readArgs(args, SERVICE_OPTIONS);
      const [name, ...more] = positionals;
      if (name === undefined || more.length > 0) throw new UsageError('Give the name of one space.');
      return work(values, name);
    },
  };
}

export const spaceShow = ofOne('space show NAME          show a space', async (at, name) => {
  const space = await call(spaceSchema, at, 'GET', pathOf(name));
  return { text: described(space), json: space, status: 0 };
});

export const spaceEnd = ofOne(
  'space end NAME           end a space: closes its ports and deletes its data',
  async (at, name) => {
    const ended = await call(z.looseObject({ ended: z.string() }), at, 'DELETE', pathOf(name));
    return { text: `The space ${name} has ended.`, json: ended, status: 0 };
  },
);

export const spaceSleep = ofOne(
  'space sleep NAME         put a space to sleep until it is used again',
  async (at, name) => {
    const space = await call(spaceSchema, at, 'POST', `${pathOf(name)}/sleep`);
    return { text: `The space ${name} is asleep.`, json: space, status: 0 };
  },
);

export const spaceQuirk: Command = {
  help: `space quirk NAME QUIRK=VALUE…   set quirks of the bank of a space\n${SERVICE_HELP}`,
  run: async (args) => {
    const { values, positionals } = readArgs(args, SERVICE_OPTIONS);
    const [name, ...settings] = positionals;
    if (name === undefined || settings.length === 0)
      throw new UsageError('Give the name of a space and quirks, such as: strictKid=false.');
    const space = await call(spaceSchema, values, 'PUT', `${pathOf(name)}/quirks`, quirksOf(settings));
    return { text: described(space), json: space, status: 0 };
  },
};

export const spaceToken = ofOne(
  'space token NAME         replace the control token of a space, and print the new one',
  async (at, name) => {
    const renewed = await call(renewedSchema, at, 'POST', `${pathOf(name)}/token`);
    return { text: renewed.controlToken, json: renewed, status: 0 };
  },
);

const pathOf = (name: string) => `/spaces/${encodeURIComponent(name)}`;

function snapshotIn(file: string): unknown {
  const { name, bytes } = readInput(file);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new UsageError(`${name} is not a snapshot: it is not JSON.`);
  }
}

/** The service checks the names. */
function quirksOf(settings: readonly string[]): Record<string, string | boolean> {
  return Object.fromEntries(
    settings.map((setting) => {
      const [, name, value] = /^(\w+)=(\w+)$/.exec(setting) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError(`A quirk has the form NAME=VALUE, such as strictKid=false, not "${setting}".`);
      return [name, value === 'true' || (value !== 'false' && value)];
    }),
  );
}

function described(space: SpaceView, more: readonly [string, string][] = []): string {
  return table([
    ['name', space.name],
    ['state', space.problem === null ? space.state : `${space.state}: ${space.problem}`],
    ['environment', String(space.quirks['environment'])],
    ['API', space.apiBaseUrl ?? '-'],
    ['PSU pages', space.psuBaseUrl ?? '-'],
    ['control', space.controlBaseUrl],
    ['last used', space.lastUsed],
    ...more,
  ]);
}

function oneLine({ state, apiBaseUrl, problem, lastUsed }: SpaceView): string {
  return printableLine(
    `${state.padEnd(10)}${apiBaseUrl ?? '-'}   last used ${lastUsed}${problem === null ? '' : `   ${problem}`}`,
  );
}
