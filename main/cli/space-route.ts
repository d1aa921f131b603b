/** `tpp-workbench space route`: the HAProxy configuration for several space services. */
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '../../shared/node/private-files.ts';
import { type Command, orUsageError, portOf, readArgs, UsageError, strings } from './command.ts';
import { writeOutput } from './output-files.ts';
import {
  CONFIG_FILE,
  haproxyConfig,
  haproxyMap,
  MAP_FILE,
  changesOf,
  nameSchema,
  portsSchema,
  rangeText,
  readRoutes,
  refuseCollisions,
  type RoutedService,
  ROUTES_FILE,
  type Routes,
  serviceUrl,
} from './haproxy.ts';
import { printable } from './printable.ts';
import { call, TOKEN_HELP, UnreachableError } from './space.ts';
import { SPACE_LIST_MS } from '../../shared/limits.ts';

const BIND = '127.0.0.1';
const CONTROL_PORT = 8445;
const FOLDER = 'haproxy';

const listSchema = z.object({
  ports: portsSchema.nullish(),
  spaces: z.array(
    z.object({ name: nameSchema, apiBaseUrl: z.string().nullable(), psuBaseUrl: z.string().nullable() }),
  ),
});

export const spaceRoute: Command = {
  help: `space route [URL…]       write the configuration of HAProxy for several services of spaces:
                         the addresses of their control listeners; those of last time if left out
  --out FOLDER           where ${CONFIG_FILE}, ${MAP_FILE} and ${ROUTES_FILE} are (default: ${FOLDER})
  --bind ADDRESS         IP address that HAProxy listens on, such as 0.0.0.0 (default ${BIND})
  --control-port N       its port for control calls (default ${CONTROL_PORT})
${TOKEN_HELP}; all services need the same`,
  run: async (args) => {
    const { values, positionals } = readArgs(args, {
      ...strings('out', 'bind', 'control-port', 'token-file'),
    });
    const folder = resolve(values.out ?? FOLDER);
    const before = readRoutes(folder);
    const urls = positionals.length > 0 ? urlsIn(positionals) : before?.services.map(({ url }) => url);
    if (urls === undefined)
      throw new UsageError('Give the addresses of the services, such as: http://10.0.0.5:8445.');
    const asked = await Promise.all(
      urls.map((url) => routed(url, { tokenFile: values['token-file'], before })),
    );
    const routes: Routes = {
      version: 1,
      bind: bindOf(values.bind) ?? before?.bind ?? BIND,
      controlPort:
        values['control-port'] === undefined
          ? (before?.controlPort ?? CONTROL_PORT)
          : portOf('--control-port', values['control-port'], 1),
      services: asked.map(({ service }) => service),
    };
    refuseCollisions(routes.services);
    write(folder, routes);
    const unreachable = asked.flatMap(({ silent, service }) => (silent ? [service.url] : []));
    const changes = changesOf(before, routes);
    return {
      text: printable(
        [
          ...unreachable.map((url) => `${url} does not answer. Its spaces keep their routes.`),
          ...(changes.length === 0 ? ['Nothing has changed.'] : changes),
          `Written: ${join(folder, CONFIG_FILE)}. A running HAProxy reads it when it is reloaded.`,
        ].join('\n'),
      ),
      json: { folder, ...routes, unreachable, changes },
      status: 0,
    };
  },
};

/** @throws UsageError */
function urlsIn(texts: readonly string[]): string[] {
  const urls = texts.map((text) => {
    const url = serviceUrl(text);
    if (url === null)
      throw new UsageError(`"${text}" is not the address of a service, such as http://10.0.0.5:8445.`);
    return url;
  });
  return [...new Set(urls)];
}

/** The ports and spaces of a service; the last known ones if it does not respond. @throws UsageError */
async function routed(
  url: string,
  { tokenFile, before }: { tokenFile: string | undefined; before: Routes | null },
): Promise<{ service: RoutedService; silent: boolean }> {
  try {
    const at = { control: url, 'token-file': tokenFile, timeout: SPACE_LIST_MS };
    return { service: serviceIn(url, await call(listSchema, at, 'GET', '/spaces')), silent: false };
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    const known = before?.services.find((service) => service.url === url);
    if (known === undefined) throw error;
    return { service: known, silent: true };
  }
}

function serviceIn(url: string, { ports, spaces }: z.infer<typeof listSchema>): RoutedService {
  if (!ports)
    throw new UsageError(
      `${url} gives its spaces any free ports. Start it with --ports, such as 20000-20499.`,
    );
  for (const { name, apiBaseUrl, psuBaseUrl } of spaces)
    for (const address of [apiBaseUrl, psuBaseUrl]) {
      const port = address === null ? ports.from : portIn(address);
      if (port < ports.from || port > ports.to)
        throw new UsageError(
          `The space ${name} of ${url} has the port ${port}, outside of its ports ${rangeText({ ports })}. Start the service with --ports that include it.`,
        );
    }
  return { url, ports, spaces: spaces.map(({ name }) => name) };
}

function portIn(address: string): number {
  const url = URL.canParse(address) ? new URL(address) : null;
  return Number(url?.port || (url?.protocol === 'http:' ? 80 : 443));
}

function bindOf(text: string | undefined): string | undefined {
  if (text === undefined || (isIP(text) !== 0 && !text.includes('%'))) return text?.toLowerCase();
  throw new UsageError(`--bind must be an IP address, such as 0.0.0.0, not "${text}".`);
}

/** Atomic per file. The map comes first: a name without a service yet is as good as unknown. */
function write(folder: string, routes: Routes): void {
  orUsageError(`The folder ${folder} cannot be made`, () => makeFolder(folder, 0o755));
  writeOutput(join(folder, MAP_FILE), haproxyMap(routes));
  writeOutput(join(folder, CONFIG_FILE), haproxyConfig(routes));
  writeOutput(join(folder, ROUTES_FILE), `${JSON.stringify(routes, null, 2)}\n`);
}
