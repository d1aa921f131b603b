/** `tpp-workbench sign` and `tpp-workbench faults`. */
import { createPrivateKey, randomUUID } from 'node:crypto';
import { signRsaSha256 } from '../../shared/node/rsa.ts';
import { sentBody, signedBody } from '../../shared/faults/apply.ts';
import { FAULTS } from '../../shared/faults/faults.ts';
import { HostError } from '../../shared/contract/envelope.ts';
import { httpRequestSchema, operationAt } from '../../shared/request/http.ts';
import { prepare } from '../core/sending/compose.ts';
import { faultOf, type ResolvedRequest } from '../core/sending/resolve.ts';
import { identityFrom } from './cert.ts';
import { type Command, PASSWORD_HELP, PASSWORD_OPTIONS, readArgs, readInput, UsageError } from './command.ts';

/** Reserved for documentation (RFC 5737). Use --header to send another one. */
const PSU_IP_ADDRESS = '203.0.113.24';
const REDIRECT_URI = 'https://tpp.example/sca/return';

export const sign: Command = {
  help: `sign --cert FILE --url URL [options] [--json]   print the headers of a signed request
  --cert FILE            certificate and key; repeat it if they are two files
  --method NAME          GET (default without a body), POST (default with one), PUT or DELETE
  --header 'Name: value' add or replace a header; an empty value omits it; repeatable
  --body FILE            file with the body, - for standard input
  --fault ID             add a deliberate fault listed by "tpp-workbench faults"
  --at DATE-TIME         sign for this time instead of now
${PASSWORD_HELP}
Pass the output to curl: tpp-workbench sign … > headers && curl -H @headers URL`,
  run: (args) => {
    const { values } = readArgs(args, {
      cert: { type: 'string', multiple: true },
      url: { type: 'string' },
      method: { type: 'string' },
      header: { type: 'string', multiple: true },
      body: { type: 'string' },
      fault: { type: 'string' },
      at: { type: 'string' },
      ...PASSWORD_OPTIONS,
    });
    if (values.url === undefined || !URL.canParse(values.url))
      throw new UsageError('Give the request URL, for example --url https://localhost:8443/v1/accounts.');
    const url = new URL(values.url);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new UsageError(`The request URL must start with https:// or http://, not ${url.protocol}`);
    const body = values.body === undefined ? '' : readInput(values.body).bytes.toString('utf8');
    const request = explained(() => requestOf(values, url, body));
    const { certificate, key } = identityFrom(values.cert ?? [], values['password-file']);
    const signer = createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' });
    const context = {
      environment: {
        psuId: null,
        corporateId: null,
        sessionId: `cli-${randomUUID().slice(0, 13)}`,
        psuIpAddress: PSU_IP_ADDRESS,
      },
      baseUrl: url.origin,
      redirectUri: REDIRECT_URI,
      defaults: [],
      certificate,
      sign: (data: Uint8Array) => signRsaSha256(signer, data),
      now: momentOf(values.at),
      newRequestId: randomUUID,
    };
    const prepared = explained(() => prepare(request, context));
    const { fault } = request;
    const headers = prepared.headers.map(({ name, value }) => [name, value] as const);
    return {
      text: headers.map(([name, value]) => `${name}: ${value}`).join('\n'),
      exact: true,
      json: {
        method: request.method,
        url: prepared.url,
        headers,
        body: sentBody(fault, signedBody(fault, body)),
        signing: prepared.signing,
        expected: fault && { status: fault.status, code: fault.code, rule: fault.rule },
      },
      status: 0,
    };
  },
};

/** @throws UsageError with the message of the core's refusal */
function explained<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw error instanceof HostError ? new UsageError(error.message) : error;
  }
}

/** @throws UsageError if the input is not a request; HostError for an unknown fault */
function requestOf(
  values: { method?: string | undefined; header?: string[] | undefined; fault?: string | undefined },
  url: URL,
  body: string,
): ResolvedRequest {
  const checked = httpRequestSchema.safeParse({
    method: (values.method ?? (body === '' ? 'GET' : 'POST')).toUpperCase(),
    path: url.pathname + url.search,
    headers: (values.header ?? []).map(headerOf),
    body,
  });
  if (!checked.success) throw new UsageError(checked.error.issues.map(({ message }) => message).join(' '));
  const { method, path } = checked.data;
  const operation = operationAt(method, path)?.operation ?? null;
  return { ...checked.data, operation, fault: faultOf(values.fault ?? null) };
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  if (colon <= 0) throw new UsageError(`--header must be 'Name: value', not "${line}".`);
  return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}

/** Milliseconds since 1970. @throws UsageError */
export function momentOf(text: string | undefined): number {
  if (text === undefined) return Date.now();
  const at = Date.parse(text);
  if (Number.isNaN(at))
    throw new UsageError(`--at must be a date-time such as 2026-12-31T12:00:00Z, not "${text}".`);
  return at;
}

export const faults: Command = {
  help: 'faults [--json]   list the deliberate faults and the response that a bank must give',
  run: (args) => {
    readArgs(args, {});
    const text = [...new Set(FAULTS.map(({ group }) => group))]
      .map((group) =>
        [
          group,
          ...FAULTS.filter((fault) => fault.group === group).map(
            ({ id, title, status, code, rule }) => `  ${id.padEnd(28)}${title} (${rule}: ${status} ${code})`,
          ),
        ].join('\n'),
      )
      .join('\n');
    const json = FAULTS.map(({ id, group, title, rule, status, code, why, needs, operation }) => ({
      id,
      group,
      title,
      rule,
      status,
      code,
      why,
      needs: needs ?? null,
      operation: operation ?? null,
    }));
    return { text, json: { faults: json }, status: 0 };
  },
};
