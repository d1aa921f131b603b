/** The command line and the configuration file of `tpp-workbench spaces`. */
import { join } from 'node:path';
import { z } from 'zod';
import { userDataFolder } from '../../shared/node/private-files.ts';
import { StartError } from '../../shared/node/start-error.ts';
import { MINUTE } from '../../shared/time.ts';
import {
  brandIn,
  optionsIn,
  PROGRAM_FIELDS,
  PROGRAM_FLAGS,
  type Running,
  runningOf,
  schemaTextOf,
  servedOf,
  withConfig,
} from '../program.ts';
import type { PortRange } from './ports.ts';
import type { ServiceOptions } from './service.ts';

export const SPACES_HELP = `tpp-workbench spaces [options]
  One process with many banks, each with its own clock, data, quirks, ports and control token.
  "tpp-workbench space" makes and ends them.

  --config FILE       JSON file with any of these options under their names;
                      what the command line says takes precedence
  --control-port N    port of the control listener (default 8445; 0 takes any free one)
  --host ADDRESS      IP address that the spaces listen on, such as 0.0.0.0 or :: for all
                      (default: loopback)
  --control-host ADDRESS   the same for the control listener; beyond loopback, it needs a
                      token of your own
  --san NAME          host name or IP address by which others reach the spaces, for the certificate;
                      repeatable. The links of the banks have the first (default localhost)
  --control-url URL   address by which others reach the control listener, if a proxy such as HAProxy
                      is in front of it
  --ports FROM-TO     ports of the spaces, two for each (default 20000-21999; 0 takes any free ones)
  --data DIR          data folder (default: the folder "spaces" in the user's data folder)
  --most N            the largest number of spaces (default 200)
  --idle MINUTES      minutes without use after which a space goes to sleep (default 30; 0 for never)
  --trust FILE        PEM file of an additional CA that all banks trust; repeatable
  --psu-http          serve the PSU pages over plain HTTP on loopback
  --control-token-file FILE   file with the token of the service in its first line; or set
                      TPP_CONTROL_TOKEN. A random one if left out
  --access-log FILE   append a line of JSON for each request of a TPP; - for standard error
  --grace SECONDS     how long requests that have arrived are still answered after SIGTERM or
                      SIGINT, while no others are accepted (default 1)
  --json              print one line of JSON when ready, and log to stderr
  --help              show this help`;

const PORTS: PortRange = { from: 20_000, to: 21_999 };
const MOST = 200;
/** Each open port is a file of the process, and each list names all spaces. */
const LARGEST_MOST = 5000;
/** Minutes. */
const [IDLE, LONGEST_IDLE] = [30, 100_000];

export type SpacesLine = { help: true } | (Running & { help: false; service: ServiceOptions });

/** @throws StartError with one sentence for an invalid option */
export function readSpacesLine(args: readonly string[]): SpacesLine {
  if (parse(args).help) return { help: true };
  const values = withConfig(args, parse, configSchema);
  const data = values.data ?? join(userDataFolder(), 'spaces');
  return {
    help: false,
    ...runningOf(values),
    service: {
      ...servedOf(values),
      ...(values['control-url'] === undefined ? {} : { controlUrl: originOf(values['control-url']) }),
      data,
      brand: brandIn(data),
      ports: rangeOf(values.ports),
      most: mostOf(values.most),
      idle: idleOf(values.idle),
    },
  };
}

function parse(args: readonly string[]) {
  return optionsIn(args, {
    ...PROGRAM_FLAGS,
    'control-url': { type: 'string' },
    ports: { type: 'string' },
    most: { type: 'string' },
    idle: { type: 'string' },
  });
}

const configSchema = z.strictObject({
  $schema: z.string().optional(),
  ...PROGRAM_FIELDS,
  'control-url': z
    .string()
    .optional()
    .describe('Address by which others reach the control listener, if a proxy is in front of it.'),
  ports: z
    .string()
    .optional()
    .describe('Ports of the spaces, such as 20000-21999: two for each. 0 takes any free ones.'),
  data: z.string().optional().describe('Data folder.'),
  most: z.int().min(1).optional().describe('The largest number of spaces. 200 if left out.'),
  idle: z
    .number()
    .min(0)
    .optional()
    .describe('Minutes without use after which a space goes to sleep; 0 for never. 30 if left out.'),
});

export function spacesConfigSchema(): string {
  return schemaTextOf(configSchema, {
    title: 'The configuration of the spaces of TPP Workbench',
    description: 'For "tpp-workbench spaces --config FILE". Paths are relative to the folder of the file.',
  });
}

/** Without a slash at its end. */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new StartError(`--control-url must be an address such as http://bank.test:8445, not "${text}".`);
  return url.origin;
}

function rangeOf(text: string | undefined): PortRange {
  if (text === undefined) return PORTS;
  if (text === '0') return null;
  const [from, to] = (/^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []).slice(1).map(Number);
  if (from === undefined || to === undefined || from < 1 || to > 65_535 || to <= from)
    throw new StartError(`--ports must be two ports, such as 20000-21999, or 0, not "${text}".`);
  return { from, to };
}

function mostOf(text: string | undefined): number {
  if (text === undefined) return MOST;
  const most = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (most < 1 || most > LARGEST_MOST)
    throw new StartError(`--most must be 1 to ${LARGEST_MOST} spaces, not "${text}".`);
  return most;
}

/** Milliseconds; null for never. */
function idleOf(text: string | undefined): number | null {
  const minutes =
    text === undefined ? IDLE : /^\d{1,6}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(minutes <= LONGEST_IDLE))
    throw new StartError(`--idle must be 0 to ${LONGEST_IDLE} minutes, not "${text}".`);
  return minutes === 0 ? null : minutes * MINUTE;
}
