/** What an attacker sends to a listener: raw bytes, with the secrets that let a request in wherever they help the attacker. */
import { REQUEST_LINES, TARGETS, HOSTS, FOREIGN, FRAMING, HEADERS, ODD, BODIES } from './corpus.ts';
import type { Door, DoorName } from './doors.ts';

export interface Attack {
  name: string;
  bytes: (door: Door) => string | Buffer;
  /** Responses that are allowed; by default none at all, or one that refuses (4xx). */
  allowed?: RegExp;
  /** What no response may contain. */
  never?: RegExp;
  /** By default all. */
  doors?: readonly DoorName[];
  /** Sent without TLS to every listener. */
  below?: true;
  /** The attacker keeps the connection open and says no more; the listener must answer others meanwhile. */
  silent?: true;
}

interface Parts {
  method?: string;
  target?: string;
  /** The lines of Host. */
  host?: string;
  /** Further lines of headers, each ending with CRLF. */
  headers?: string;
  body?: string;
}

/** A request that would be let in but for the attack. */
function asked(door: Door, parts: Parts = {}): string {
  const {
    method = 'GET',
    target = door.path,
    host = `127.0.0.1:${door.port}`,
    headers = '',
    body = '',
  } = parts;
  const hosts = host === '' ? '' : `Host: ${host}\r\n`;
  return `${method} ${target} HTTP/1.1\r\n${hosts}${door.secrets}Connection: close\r\n${headers}\r\n${body}`;
}

const posted = (door: Door, target: string, headers: string, body: string) =>
  asked(door, {
    method: 'POST',
    target,
    headers: `Content-Length: ${body.length}\r\n${headers}`,
    body,
  });

/** Any response but an internal error: for what one listener may answer and another refuse. */
const ANY = /^(?:HTTP\/1\.1 [1-4]\d\d |$)/;
const BROWSERS: readonly DoorName[] = ['PSU pages', 'control', 'browser host'];

/** Where a body is read at each listener. */
function readingPath({ name, path }: Door): string {
  if (name === 'browser host') return `${path}rpc/requests.send`;
  if (name === 'control') return '/control/clock';
  if (name === 'API') return '/v1/bank-offered-consents';
  return path;
}

const CLIENT_HELLO = Buffer.from('160301002f0100002b0303', 'hex');

export const ATTACKS: readonly Attack[] = [
  ...REQUEST_LINES.map(([name, bytes]): Attack => ({
    name: `request line: ${name}`,
    bytes: (door) => (typeof bytes === 'string' ? bytes : bytes(door)),
    // A response is no request, and empty lines may come before one.
    ...(name === 'no version' && { allowed: ANY }),
  })),
  ...TARGETS.map((target): Attack => ({
    name: `target ${target}`,
    bytes: (door) => asked(door, { target }),
    never: /root:x|^Location:/im,
  })),
  ...['..', '%2e%2e', '..%2f', '%2e%2e%2f', '%zz', '%00', '....//', '..%5c', '%252e%252e'].map(
    (piece): Attack => ({
      name: `a path out of the folder: ${piece}`,
      doors: ['browser host'],
      bytes: (door) => asked(door, { target: `${door.path}${piece}/package.json` }),
      never: /"dependencies"/,
    }),
  ),
  ...[
    'rpc/%zz',
    'rpc/',
    'rpc/__proto__',
    'rpc/constructor',
    'rpc/app.status%00',
    'rpc/toString',
    'upload?name=%zz',
  ].map((target): Attack => ({
    name: `a call of ${target}`,
    doors: ['browser host'],
    bytes: (door) => posted(door, `${door.path}${target}`, '', '{}'),
    allowed: /^HTTP\/1\.1 (?:4\d\d |200 .*"ok":(?:false|true,"value":\{"id"))/s,
  })),
  ...HOSTS.map((host): Attack => ({
    name: `Host: ${host}`,
    bytes: (door) => asked(door, { host }),
  })),
  { name: 'no Host', bytes: (door) => asked(door, { host: '' }) },
  { name: 'an empty Host', bytes: (door) => asked(door, { host: ' ' }) },
  ...[
    'evil.example\r\nHost: 127.0.0.1',
    '127.0.0.1\r\nHost: evil.example',
    '127.0.0.1\r\nhost: 127.0.0.1',
  ].map((host): Attack => ({
    name: `two Hosts: ${host.replaceAll('\r\n', ', ')}`,
    bytes: (door) => asked(door, { host }),
  })),
  {
    name: 'HTTP/1.0 without a Host',
    bytes: ({ path, secrets }) => `GET ${path} HTTP/1.0\r\n${secrets}\r\n`,
  },
  ...FOREIGN.map((headers): Attack => ({
    name: `a form of another page: ${headers.replaceAll('\r\n', ', ')}`,
    doors: BROWSERS,
    bytes: (door) => posted(door, readingPath(door), `${headers}\r\n`, 'nationalId=13839319910'),
    allowed: /^HTTP\/1\.1 403 /,
    never: /Access-Control/i,
  })),
  {
    name: 'a preflight of another page',
    bytes: (door) =>
      asked(door, {
        method: 'OPTIONS',
        headers: 'Origin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n',
      }),
    never: /Access-Control/i,
  },
  ...['image', 'script', 'iframe', 'empty', 'embed'].map((destination): Attack => ({
    name: `the receiver as ${destination} of another page`,
    doors: ['receiver'],
    bytes: (door) =>
      asked(door, { headers: `Sec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: ${destination}\r\n` }),
  })),
  ...['TRACE', 'CONNECT', 'DELETE', 'PATCH', 'PUT', 'PROPFIND', 'M-SEARCH'].map((method): Attack => ({
    name: `method ${method}`,
    bytes: (door) => asked(door, { method, headers: 'X-Canary: repeated\r\n' }),
    never: /repeated/,
  })),
  ...['evil.example:443', '127.0.0.1:1', '*', ''].map((target): Attack => ({
    name: `CONNECT ${target}`,
    bytes: (door) => asked(door, { method: 'CONNECT', target }),
  })),
  ...FRAMING.map(([name, headers, body]): Attack => ({
    name: `framing: ${name}`,
    bytes: (door) => asked(door, { method: 'POST', target: readingPath(door), headers, body }),
  })),
  ...HEADERS.map(([name, headers]): Attack => ({
    name: `headers: ${name}`,
    bytes: (door) => asked(door, { headers }),
    never: /^Set-Cookie: a=b/im,
  })),
  ...ODD.map(([name, headers]): Attack => ({
    name: `odd headers: ${name}`,
    bytes: (door) => asked(door, { headers }),
    allowed: ANY,
    never: /evil\.example|Upgrade: |Switching/i,
  })),
  {
    name: 'a header in the query of the target',
    bytes: (door) =>
      asked(door, { target: `${door.path}?a=%0d%0aSet-Cookie:%20a=b&context=%0d%0aX-Evil:%20yes` }),
    allowed: ANY,
    never: /^(?:Set-Cookie: a=b|X-Evil)/im,
  },
  {
    name: 'markup in the query of the target',
    bytes: (door) =>
      asked(door, { target: `${door.path}?nationalId=%22%3E%3Cscript%3Ealert(1)%3C/script%3E` }),
    allowed: ANY,
    never: /<script>alert/,
  },
  ...BODIES.map(([name, body]): Attack => ({
    name: `a body: ${name}`,
    bytes: (door) => posted(door, readingPath(door), 'Content-Type: application/json\r\n', body),
    allowed: ANY,
    never: /"polluted"|Maximum call stack/,
  })),
  ...['text/plain', 'multipart/form-data; boundary=x', 'application/json; charset=utf-7', 'x', '\0', '']
    .filter((type) => type !== '\0')
    .map((type): Attack => ({
      name: `Content-Type: ${type}`,
      bytes: (door) => posted(door, readingPath(door), `Content-Type: ${type}\r\n`, '{}'),
      allowed: ANY,
    })),
  {
    name: 'a body of 10 GB that is only announced',
    bytes: (door) =>
      asked(door, { method: 'POST', target: readingPath(door), headers: 'Content-Length: 10000000000\r\n' }),
    silent: true,
  },
  { name: 'half a request line', bytes: () => 'GET /', silent: true },
  { name: 'half the headers', bytes: ({ path }) => `GET ${path} HTTP/1.1\r\nHost: local`, silent: true },
  {
    name: 'half a body',
    bytes: (door) =>
      asked(door, {
        method: 'POST',
        target: readingPath(door),
        headers: 'Content-Length: 10\r\n',
        body: '{"a"',
      }),
    silent: true,
  },
  {
    name: 'half a chunk',
    bytes: (door) =>
      asked(door, {
        method: 'POST',
        target: readingPath(door),
        headers: 'Transfer-Encoding: chunked\r\n',
        body: 'ff\r\n{',
      }),
    silent: true,
  },
  { name: 'nothing', bytes: () => '', silent: true },
  { name: 'nothing, below TLS', bytes: () => '', below: true, silent: true },
  { name: 'half a ClientHello', bytes: () => CLIENT_HELLO, below: true, silent: true },
  {
    name: 'a thousand requests at once',
    bytes: (door) =>
      asked(door, { target: '/nowhere' }).replace('Connection: close\r\n', '').repeat(999) + asked(door),
    allowed: ANY,
  },
  { name: 'the preface of HTTP/2', bytes: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0' },
  { name: 'bytes that are neither HTTP nor TLS', bytes: () => Buffer.alloc(70_000, 0xa5), below: true },
  {
    name: 'a TLS record of no known kind',
    bytes: () => Buffer.from('99030100051234567890', 'hex'),
    below: true,
  },
  {
    name: 'a ClientHello of SSL 2',
    bytes: () => Buffer.from('802e0100020015000000100100800200800300800400800500800600400700c0', 'hex'),
    below: true,
  },
  { name: 'an alert before any handshake', bytes: () => Buffer.from('15030300020228', 'hex'), below: true },
];
