/** The routes of spaces to services (`routes.json`), and the HAProxy configuration generated from them. */
import { join } from 'node:path';
import { z } from 'zod';
import { readPlainFile } from '../../shared/node/plain-files.ts';
import { fileReason } from '../../shared/node/start-error.ts';
import { UsageError } from './command.ts';
import { MAX_SPACE_LIST_BYTES } from '../../shared/limits.ts';

export const ROUTES_FILE = 'routes.json';

// Strict, because it is written into the configuration of HAProxy.
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

/** The normalised address of a service; null if HAProxy cannot use it. */
export function serviceUrl(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain =
    url?.protocol === 'http:' &&
    url.href === `${url.origin}/` &&
    /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(url.hostname);
  return isPlain ? url.origin : null;
}

/** Null if there is no file yet. @throws UsageError */
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

/** @throws UsageError if services share a port or the name of a space */
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

export function rangeText({ ports: { from, to } }: Pick<RoutedService, 'ports'>): string {
  return `${from}-${to}`;
}

export const CONFIG_FILE = 'haproxy.cfg';
export const MAP_FILE = 'spaces.map';

/** HAProxy's maximum. */
const MAX_WEIGHT = 256;

export function haproxyMap({ services }: Routes): string {
  const lines = services.flatMap((service) => service.spaces.map((name) => `${name} ${nameOf(service)}\n`));
  return lines.toSorted().join('');
}

/** Passes the ports of spaces through, so TLS ends at the bank. Control calls are HTTP; new spaces are added to the map at runtime. */
export function haproxyConfig({ bind, controlPort, services }: Routes): string {
  const address = bind.includes(':') ? `[${bind}]` : bind;
  return `# Written by "tpp-workbench space route", which replaces this file. Names lead to services in ${MAP_FILE}.
global
    default-path config

defaults
    timeout connect 5s
    timeout client 1h
    timeout server 1h
    timeout http-request 10s
    timeout http-keep-alive 60s

# The APIs and PSU pages. A space has its port, and its service has a range, so a service more or less moves no space.
${services.map((service) => passedThrough(service, address)).join('\n')}
# The control calls.
frontend control
    mode http
    bind ${address}:${controlPort}
    option http-buffer-request
    http-error status 502 content-type application/json string '{"error":"The service of this space did not answer to the end."}'
    http-error status 503 content-type application/json string '{"error":"The service of this space does not answer. Its spaces come back when it is started again."}'
    http-error status 504 content-type application/json string '{"error":"The service of this space did not answer in time."}'
    acl of_service path /spaces /control/metrics
    acl makes method POST
    acl makes_space path /spaces
    http-request return status 404 content-type application/json string '{"error":"Each service has a list and metrics of its own. Ask it at its own address."}' if of_service !makes
    http-request set-var(txn.space) path,field(3,/) if { path_beg /spaces/ }
    # A name that is in use leads to its space, which refuses it. A copy is made where its source is.
    http-request set-var(txn.space) req.body,json_query('$.from') if makes makes_space
    http-request set-var(txn.name) req.body,json_query('$.name') if makes makes_space
    http-request set-var(txn.space) var(txn.name) if { var(txn.name),map(${MAP_FILE}) -m found }
    http-request set-var(txn.makes) bool(true) if makes makes_space
    http-request set-var(txn.ends) bool(true) if { method DELETE } { path_reg ^/spaces/[a-z0-9-]+$ }
    http-response wait-for-body time 10s if { var(txn.makes) -m bool } { status 201 }
    # A name that is not seen in the body can be that of a space elsewhere. It goes on leading there.
    http-response set-var(txn.made) res.body,json_query('$.name') if { var(txn.makes) -m bool } { status 201 }
    http-response set-var(txn.at) srv_name if { var(txn.makes) -m bool } { status 201 }
    http-response return status 409 content-type application/json string '{"error":"Another service has a space of this name already. End the one that has just been made at the address of its own service, and begin the body with its name."}' if { var(txn.made),map(${MAP_FILE}) -m found } !{ var(txn.made),map(${MAP_FILE}),strcmp(txn.at) eq 0 }
    http-response set-map(${MAP_FILE}) %[res.body,json_query('$.name')] %[srv_name] if { var(txn.makes) -m bool } { status 201 }
    http-response del-map(${MAP_FILE}) %[var(txn.space)] if { var(txn.ends) -m bool } { status 200 }
    use_backend control-%[var(txn.space),map(${MAP_FILE})] if { var(txn.space),map(${MAP_FILE}) -m found }
    # An unknown name gets the same answer from all services.
    default_backend control

# New spaces: the more room a service has, the more of them it gets.
backend control
    mode http
    # Another service at once, not the same one a second later.
    option redispatch 1
    option httpchk
    http-check send meth GET uri /control/ready ver HTTP/1.1 hdr Host localhost
    default-server check inter 1s fall 1 rise 1
${services.map((service) => `    server ${nameOf(service)} ${controlOf(service)} weight ${weightOf(service, services)}\n`).join('')}
${services.map(controlBackend).join('\n')}`;
}

function nameOf({ ports }: RoutedService): string {
  return `spaces-${ports.from}`;
}

/** A server without a port is reached at the client's port. No health check, because no other server could take over. */
function passedThrough(service: RoutedService, address: string): string {
  return `listen ${nameOf(service)}
    mode tcp
    retries 0
    bind ${address}:${rangeText(service)}
    server ${nameOf(service)} ${hostOf(service)}
`;
}

function controlBackend(service: RoutedService): string {
  return `backend control-${nameOf(service)}
    mode http
    retries 0
    server ${nameOf(service)} ${controlOf(service)}
`;
}

function hostOf({ url }: RoutedService): string {
  const { hostname } = new URL(url);
  return hostname;
}

function controlOf(service: RoutedService): string {
  return `${hostOf(service)}:${new URL(service.url).port || '80'}`;
}

/** Proportional to the free ports. A full service refuses itself. */
function weightOf(service: RoutedService, all: readonly RoutedService[]): number {
  const most = Math.max(1, ...all.map(roomIn));
  return Math.max(1, Math.round((MAX_WEIGHT * roomIn(service)) / most));
}

function roomIn({ ports, spaces }: RoutedService): number {
  return (ports.to - ports.from + 1) / 2 - spaces.length;
}
