/**
 * Stands in for k6, which cannot be installed here: runs one iteration of a script in an environment that has what k6 1.0 has, and no
 * more. ECMAScript without `URL`, `TextEncoder`, `Buffer` and `Intl`; `open` only while the script is loaded; the functions of k6's
 * modules that the exports use, with their arguments, results and refusals as k6 documents them. Headers are written and read as by
 * Go: values as UTF-8, names of responses in canonical form.
 *
 * node --experimental-vm-modules test/support/k6-process.ts SCRIPT NAME=VALUE… prints what happened as JSON.
 */
import { createHash, webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { createContext, runInContext, SourceTextModule, SyntheticModule } from 'node:vm';

export interface K6Run {
  checks: { name: string; holds: boolean }[];
  requests: { name: string; requestId: string | null; status: number; expected: boolean | null }[];
  /** What the script has said on the console. */
  logs: string[];
  options: Record<string, unknown>;
}

interface Params {
  headers?: Record<string, string>;
  redirects?: number;
  tags?: Record<string, string>;
  responseCallback?: (status: number) => boolean;
}

interface TlsAuth {
  domains?: string[];
  cert: string;
  key: string;
}

const [scriptFile = '', ...given] = process.argv.slice(2);
const ran: K6Run = { checks: [], requests: [], logs: [], options: {} };
let isLoading = true;

const log = (...all: unknown[]) => void ran.logs.push(all.map(String).join(' '));

/** k6 takes texts, and an ArrayBuffer where it says so; of whatever realm. */
function bytesOf(input: unknown): Buffer {
  if (typeof input === 'string') return Buffer.from(input, 'utf8');
  if (Object.prototype.toString.call(input) === '[object ArrayBuffer]')
    return Buffer.from(input as ArrayBuffer);
  throw new TypeError('The input must be a string or an ArrayBuffer.');
}

const MODULES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  k6: {
    check: (value: unknown, sets: Record<string, (value: unknown) => unknown>) => {
      const results = Object.entries(sets).map(([name, holds]) => {
        if (name.includes('::')) throw new Error('group and check names may not contain "::"');
        ran.checks.push({ name, holds: Boolean(holds(value)) });
        return ran.checks.at(-1)?.holds;
      });
      return results.every(Boolean);
    },
    sleep: (seconds: number) =>
      void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, seconds * 1000),
  },
  'k6/crypto': {
    sha256: (input: unknown, output: string) => {
      if (output !== 'hex' && output !== 'base64') throw new Error(`The encoding ${output} is not known.`);
      return createHash('sha256').update(bytesOf(input)).digest(output);
    },
    sha512: (input: unknown, output: string) => {
      if (output !== 'hex' && output !== 'base64') throw new Error(`The encoding ${output} is not known.`);
      return createHash('sha512').update(bytesOf(input)).digest(output);
    },
  },
  'k6/encoding': {
    default: {
      b64encode: (input: unknown) => bytesOf(input).toString('base64'),
      b64decode: (input: string) => {
        if (!/^[A-Za-z\d+/]*={0,2}$/.test(input) || input.length % 4 !== 0)
          throw new Error('illegal base64 data');
        return Uint8Array.from(Buffer.from(input, 'base64')).buffer;
      },
    },
  },
  'k6/execution': {
    default: {
      test: {
        abort: (why: string) => {
          throw new Error(`test aborted: ${why}`);
        },
      },
    },
  },
  'k6/http': {
    default: {
      asyncRequest: sent,
      expectedStatuses:
        (...all: (number | { min: number; max: number })[]) =>
        (status: number) =>
          all.some((one) =>
            typeof one === 'number' ? one === status : status >= one.min && status <= one.max,
          ),
    },
  },
};

/** As net/http writes the name of a header. */
const canonical = (name: string) =>
  name
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase())
    .join('-');

function sent(method: string, url: string, body: string | null, params: Params = {}): Promise<object> {
  if (isLoading) throw new Error('Making http requests in the init context is not supported');
  const [, scheme, host = '', port, target] =
    /^(https?):\/\/([^/:]+|\[[^\]]*\])(?::(\d+))?(\/.*)$/.exec(url) ?? [];
  if (scheme === undefined || target === undefined) throw new Error(`The address ${url} is not valid.`);
  if (method !== method.toUpperCase()) throw new Error('The method must be in upper case.');
  const headers = Object.entries(params.headers ?? {}).map(([name, value]): [string, string] => {
    if (typeof value !== 'string') throw new TypeError(`The header ${name} is not a text.`);
    return [canonical(name), Buffer.from(value, 'utf8').toString('latin1')];
  });
  const tls = ((ran.options['tlsAuth'] ?? []) as TlsAuth[]).find(({ domains = [] }) =>
    domains.includes(host),
  );
  const send = scheme === 'https' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const done = (status: number, more: object) => {
      const expected = params.responseCallback?.(status) ?? null;
      const requestId = headers.find(([name]) => name === 'X-Request-Id')?.[1] ?? null;
      ran.requests.push({ name: params.tags?.['name'] ?? url, requestId, status, expected });
      resolve({
        status,
        error: '',
        headers: {},
        body: null,
        timings: { duration: 1 },
        ...more,
      });
    };
    const call = send(
      {
        host: host.replaceAll(/[[\]]/g, ''),
        port,
        method,
        path: target,
        headers: { 'User-Agent': 'k6-process', ...Object.fromEntries(headers) },
        agent: scheme === 'https' ? secure : plain,
        ...(tls === undefined ? {} : { cert: tls.cert, key: tls.key }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const { statusCode: status = 0 } = response;
          if (status >= 300 && status < 400 && params.redirects !== 0)
            throw new Error('k6 would follow the redirect.');
          const answered = Object.entries(response.headersDistinct).map(([name, values = []]) => [
            canonical(name),
            values.join(', '),
          ]);
          done(status, {
            headers: Object.fromEntries(answered),
            body: Buffer.concat(chunks).toString('utf8'),
          });
        });
      },
    );
    call.on('error', (error) => done(0, { error: error.message, error_code: 1000 }));
    call.end(body ?? undefined);
  });
}

const ca = process.env['SSL_CERT_FILE'];
const secure = new Agent({ keepAlive: true, ...(ca === undefined ? {} : { ca: readFileSync(ca, 'utf8') }) });
const plain = new HttpAgent({ keepAlive: true });

const context = createContext({
  __ENV: Object.fromEntries(
    given.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
  ),
  open: (file: string) => {
    if (!isLoading) throw new Error('The "open()" function is only available in the init stage');
    return readFileSync(file, 'utf8');
  },
  console: { log, warn: log, error: log },
  crypto: {
    randomUUID: () => webcrypto.randomUUID(),
    subtle: {
      importKey: (...args: Parameters<typeof webcrypto.subtle.importKey>) =>
        webcrypto.subtle.importKey(...args),
      sign: (...args: Parameters<typeof webcrypto.subtle.sign>) => webcrypto.subtle.sign(...args),
    },
  },
});
runInContext(
  'delete globalThis.Intl; delete globalThis.WebAssembly; delete globalThis.SharedArrayBuffer;',
  context,
);

const script = new SourceTextModule(readFileSync(scriptFile, 'utf8'), { context, identifier: scriptFile });
await script.link((name) => {
  const exported = MODULES[name];
  if (exported === undefined) throw new Error(`k6 has no module ${name} here.`);
  const module = new SyntheticModule(
    Object.keys(exported),
    () => {
      for (const [key, value] of Object.entries(exported)) module.setExport(key, value);
    },
    { context },
  );
  return module;
});
await script.evaluate();
const { default: iteration, options = {} } = script.namespace as {
  default: () => Promise<void>;
  options?: Record<string, unknown>;
};
ran.options = options;
isLoading = false;
await iteration();
secure.destroy();
plain.destroy();
process.stdout.write(JSON.stringify(ran));
