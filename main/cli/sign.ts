/** `tpp-workbench sign` and `tpp-workbench faults`. */
import { isUtf8 } from 'node:buffer';
import { createPrivateKey } from 'node:crypto';
import { sentBody, signedBody } from '../../shared/faults/apply.ts';
import { FAULTS } from '../../shared/faults/faults.ts';
import { HostError } from '../../shared/contract/envelope.ts';
import { validityFault } from '../../shared/signing/certificate.ts';
import { METHODS } from '../../shared/xs2a/http-syntax.ts';
import { loneRequest, signedAlone } from '../core/requests/signed-alone.ts';
import { identityFrom } from './cert.ts';
import {
  type Command,
  OUT_HELP,
  OUT_OPTIONS,
  PASSWORD_HELP,
  PASSWORD_OPTIONS,
  profileFrom,
  readArgs,
  readBytes,
  UsageError,
  strings,
} from './command.ts';

export const sign: Command = {
  help: `sign --cert FILE --url URL [options] [--json]   print the headers of a signed request
  --cert FILE            certificate and key; repeat it if they are two files
  --method NAME          ${METHODS.join(', ')}; if omitted, GET, or POST with a body
  --header 'Name: value' add or replace a header; an empty value omits it; repeatable
  --body FILE            file with the body, - for standard input
  --fault ID             add a deliberate fault listed by "tpp-workbench faults"
  --profile FILE         signature profile of the bank; as the specification says if omitted
  --at DATE-TIME         sign for this time instead of now
${OUT_HELP}
${PASSWORD_HELP}
Pass the output to curl: tpp-workbench sign … > headers && curl -H @headers URL`,
  run: (args) => {
    const { values } = readArgs(args, {
      ...strings('url', 'method', 'body', 'fault', 'at', 'profile'),
      cert: { type: 'string', multiple: true },
      header: { type: 'string', multiple: true },
      ...OUT_OPTIONS,
      ...PASSWORD_OPTIONS,
    });
    if (values.url === undefined || !URL.canParse(values.url))
      throw new UsageError('Give the request URL, for example --url https://localhost:8443/v1/accounts.');
    const url = new URL(values.url);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new UsageError(`The request URL must start with https:// or http://, not ${url.protocol}`);
    const body = values.body === undefined ? '' : bodyFrom(values.body);
    const headers = (values.header ?? []).map(headerOf);
    const request = explained(() =>
      loneRequest({ method: values.method, url, headers, body, fault: values.fault ?? null }),
    );
    const { certificate, key } = identityFrom(values.cert ?? [], values['password-file']);
    const signer = createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' });
    const now = momentOf(values.at);
    const invalid = validityFault(certificate, now);
    if (invalid !== null) process.stderr.write(`${invalid}\n`);
    const profile = profileFrom(values.profile);
    const prepared = explained(() =>
      signedAlone(request, { origin: url.origin, certificate, key: signer, now, profile }),
    );
    const isWritten = request.path === '/' || values.url.split('#', 1)[0]?.endsWith(request.path) === true;
    if (!isWritten)
      process.stderr.write(
        `The URL was encoded before it was signed. Send the request to exactly this one: ${prepared.url}\n`,
      );
    const { fault } = request;
    const lines = prepared.headers.map(({ name, value }) => [name, value] as const);
    return {
      text: lines.map(([name, value]) => `${name}: ${value}`).join('\n'),
      exact: true,
      json: {
        method: request.method,
        url: prepared.url,
        headers: lines,
        body: sentBody(fault, signedBody(fault, body)),
        signing: prepared.signing,
        expected: fault && { status: fault.status, code: fault.code, rule: fault.rule },
      },
      status: 0,
      out: values.out,
    };
  },
};

/** @throws UsageError in place of a HostError */
function explained<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw error instanceof HostError ? new UsageError(error.message) : error;
  }
}

/** Unchanged, as curl sends the file. @throws UsageError if it is not UTF-8 */
function bodyFrom(file: string): string {
  const { name, bytes } = readBytes(file);
  if (!isUtf8(bytes))
    throw new UsageError(
      `${name} is not UTF-8, as the bodies of the interface are. Save it as UTF-8, then sign it.`,
    );
  return bytes.toString('utf8');
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
  help: `faults [--json]   list the deliberate faults and the response that a bank must give
${OUT_HELP}`,
  run: (args) => {
    const { values } = readArgs(args, OUT_OPTIONS);
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
    return { text, json: { faults: json }, status: 0, out: values.out };
  },
};
