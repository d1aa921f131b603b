/** Which spaces are at which service, as `tpp-workbench space route` keeps it: the file `routes.json`. */
import { join } from 'node:path';
import { z } from 'zod';
import { readPlainFile } from '../../shared/node/plain-files.ts';
import { fileReason } from '../../shared/node/start-error.ts';
import { UsageError } from './command.ts';
import { MAX_SPACE_LIST_BYTES } from '../../shared/limits.ts';

export const ROUTES_FILE = 'routes.json';

// What a service or a file says is written into the configuration of HAProxy, so it is read strictly.
const port = z.int().min(1).max(65_535);
export const portsSchema = z.strictObject({ from: port, to: port }).refine(({ from, to }) => from <= to);
export const nameSchema = z.string().regex(/^[a-z0-9-]{1,40}$/);
const routesSchema = z.strictObject({
  version: z.literal(1),
  bind: z.string().regex(/^[0-9a-f.:]+$/),
  controlPort: port,
  services: z.array(
    z.strictObject({
      url: z.string().refine((text) => serviceUrl(text) === text),
      ports: portsSchema,
      spaces: z.array(nameSchema),
    }),
  ),
});

export type Routes = z.infer<typeof routesSchema>;
export type RoutedService = Routes['services'][number];

/** The address of a service as it is kept; null if HAProxy could not have it. */
export function serviceUrl(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain =
    url?.protocol === 'http:' &&
    url.href === `${url.origin}/` &&
    /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(url.hostname);
  return isPlain ? url.origin : null;
}

/** @returns null if there is none yet @throws UsageError */
export function readRoutes(folder: string): Routes | null {
  const file = join(folder, ROUTES_FILE);
  try {
    return routesSchema.parse(JSON.parse(readPlainFile(file, MAX_SPACE_LIST_BYTES).toString('utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    const reason =
      error instanceof SyntaxError || error instanceof z.ZodError ? 'it is damaged' : fileReason(error);
    throw new UsageError(
      `${file} cannot be used: ${reason ?? String(error)}. Delete it, and name all services.`,
    );
  }
}

/** @throws UsageError if two services have the same port, or a space of the same name */
export function refuseCollisions(services: readonly RoutedService[]): void {
  const byPort = services.toSorted((a, b) => a.ports.from - b.ports.from);
  for (const [at, { url, ports }] of byPort.entries()) {
    const before = byPort[at - 1];
    if (before !== undefined && before.ports.to >= ports.from)
      throw new UsageError(
        `${before.url} has the ports ${rangeText(before)} and ${url} has ${rangeText({ ports })}. Start each service with --ports of its own.`,
      );
  }
  const owners = new Map<string, string>();
  for (const { url, spaces } of services)
    for (const name of spaces) {
      const other = owners.get(name);
      if (other !== undefined)
        throw new UsageError(
          `${other} and ${url} both have a space "${name}". End one of them, with --control and its address.`,
        );
      owners.set(name, url);
    }
}

/** What is different, one line each; a service that does not answer counts as it was. */
export function changesOf(before: Routes | null, now: Routes): string[] {
  const was = new Map(before?.services.map((service) => [service.url, service]));
  const is = new Map(now.services.map((service) => [service.url, service]));
  return [
    ...(before !== null && (before.bind !== now.bind || before.controlPort !== now.controlPort)
      ? [`HAProxy listens on ${now.bind}, and for control calls on port ${now.controlPort}`]
      : []),
    ...now.services.flatMap((service) => {
      const old = was.get(service.url);
      if (old === undefined)
        return [`new service ${service.url}, ports ${rangeText(service)}, ${service.spaces.length} spaces`];
      return [
        ...(rangeText(old) === rangeText(service)
          ? []
          : [`${service.url} has the ports ${rangeText(service)} instead of ${rangeText(old)}`]),
        ...service.spaces
          .filter((name) => !old.spaces.includes(name))
          .map((name) => `new space ${name} at ${service.url}`),
        ...old.spaces
          .filter((name) => !service.spaces.includes(name))
          .map((name) => `no space ${name} at ${service.url} any more`),
      ];
    }),
    ...[...was.values()]
      .filter(({ url }) => !is.has(url))
      .map(({ url, spaces }) => `no service ${url} any more, which had ${spaces.length} spaces`),
  ];
}

/** The ports of a service, as `--ports` has them. */
export function rangeText({ ports: { from, to } }: Pick<RoutedService, 'ports'>): string {
  return `${from}-${to}`;
}
