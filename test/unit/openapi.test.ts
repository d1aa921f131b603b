/** The OpenAPI document: generated from the catalogue, and kept in docs as it is generated. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openApiDocument } from '../../shared/xs2a/openapi.ts';
import { OPERATIONS } from '../../shared/xs2a/operations.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

type Paths = Record<
  string,
  Record<
    string,
    { operationId: string; parameters: { name: string; in: string }[]; responses: Record<string, unknown> }
  >
>;

it('has every operation once, with its path parameters and responses', () => {
  const paths = openApiDocument('0').paths as Paths;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  expect(all.map(({ operation }) => operation.operationId).sort()).toEqual(
    OPERATIONS.map(({ id }) => id).sort(),
  );
  for (const { path, operation } of all) {
    const named = operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name }) => `{${name}}`);
    expect(path.match(/\{[^}]+\}/g) ?? []).toEqual(named);
    expect(Object.keys(operation.responses)).toContain('4XX');
  }
});

it('docs/openapi.json is what `npm run openapi` writes', () => {
  const { version } = read('package.json') as { version: string };
  expect(read('docs/openapi.json')).toEqual(JSON.parse(JSON.stringify(openApiDocument(version))));
});
