/** Prism serves docs/openapi.json as a mock bank: every example is there, and reachable by a client that follows the document. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filledLine } from '../../shared/requests/compose.ts';
import { EXAMPLES, type RecordedExample } from '../../shared/xs2a/openapi.ts';
import { operationById, type OperationId } from '../../shared/xs2a/operations.ts';

const ROOT = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
const PRISM = require.resolve('@stoplight/prism-cli/dist/index.js');
const DOCUMENT = join(ROOT, 'docs/openapi.json');

interface Parameter {
  name: string;
  in: string;
  example?: string;
}
const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as {
  paths: Record<string, Record<string, { parameters: Parameter[]; responses: Record<string, unknown> }>>;
};

let prism: ChildProcess | undefined;
let address = '';
beforeAll(async () => {
  prism = spawn(process.execPath, [PRISM, 'mock', '--host', '127.0.0.1', '--port', '0', DOCUMENT], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!prism.stdout) throw new Error('Prism has no output.');
  for await (const line of createInterface(prism.stdout)) {
    address = /listening on (http:\S+)/.exec(line)?.[1] ?? '';
    if (address !== '') break;
  }
  prism.stdout.resume();
  if (address === '') throw new Error('Prism did not start.');
});
afterAll(() => prism?.kill('SIGKILL'));

/** Sends an example as the document says. @param prefer what Prism answers with */
async function ask(example: RecordedExample, prefer: string): Promise<{ status: number; body: unknown }> {
  const operation = operationById(example.operation as OperationId);
  const { method, path } = filledLine(operation, example.params, example.query);
  const documented = paths[operation.path]?.[method.toLowerCase()]?.parameters ?? [];
  const headers = documented.flatMap(({ in: place, name, example: value = '' }): [string, string][] =>
    place === 'header' ? [[name, value]] : [],
  );
  const response = await fetch(address + path, {
    method,
    headers: [
      ...headers,
      ['Signature', 'as docs/signing.md says'],
      ['TPP-Signature-Certificate', 'as docs/signing.md says'],
      ['Prefer', prefer],
      ...(example.body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
    ],
    ...(example.body === undefined ? {} : { body: JSON.stringify(example.body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

function lists({ operation }: RecordedExample, status: number): boolean {
  const { method, path } = operationById(operation as OperationId);
  return paths[path]?.[method.toLowerCase()]?.responses[status] !== undefined;
}

describe('the mock of docs/openapi.json', () => {
  it.each(
    EXAMPLES.operations.map((example) => [example.operation, example.name, example.status, example] as const),
  )('%s gives its example %s with status %i', async (_, name, status, example) => {
    const prefer = status === 204 ? `code=${status}` : `code=${status}, example=${name}`;
    expect(await ask(example, prefer)).toEqual({ status, body: example.answer });
  });
  it.each(
    EXAMPLES.refusals.flatMap(({ status, name, answer }) => {
      const example = EXAMPLES.operations.find((one) => lists(one, status));
      return example === undefined ? [] : [[status, name, example, answer] as const];
    }),
  )('a refusal with status %i gives its example %s', async (status, name, example, answer) => {
    expect(await ask(example, `code=${status}, example=${name}`)).toEqual({ status, body: answer });
  });
  it('a request without a signature is refused by the security scheme', async () => {
    expect((await fetch(`${address}/v1/accounts`)).status).toBe(401);
  });
});
