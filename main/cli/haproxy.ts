/** The configuration of HAProxy for several services of spaces. */
import { rangeText, type RoutedService, type Routes } from './space-routes.ts';

export const CONFIG_FILE = 'haproxy.cfg';
export const MAP_FILE = 'spaces.map';

/** The largest weight that HAProxy knows. */
const MOST_WEIGHT = 256;

/** From the names of spaces to the names of services. */
export function haproxyMap({ services }: Routes): string {
  const lines = services.flatMap((service) => service.spaces.map((name) => `${name} ${nameOf(service)}\n`));
  return lines.toSorted().join('');
}

/**
 * The ports of spaces are passed through, so TLS ends at the bank. Control calls are HTTP; HAProxy notes which space was made where, so a
 * new space can be used at once.
 */
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

/** It stays the same whatever other services there are. */
function nameOf({ ports }: RoutedService): string {
  return `spaces-${ports.from}`;
}

/** A server without a port gets connections at the port that the client has used. Nothing is checked: there is no other server that could answer instead. */
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

/** By the ports that are free. A full service says itself that it is full. */
function weightOf(service: RoutedService, all: readonly RoutedService[]): number {
  const most = Math.max(1, ...all.map(roomIn));
  return Math.max(1, Math.round((MOST_WEIGHT * roomIn(service)) / most));
}

function roomIn({ ports, spaces }: RoutedService): number {
  return (ports.to - ports.from + 1) / 2 - spaces.length;
}
