/** The OpenAPI document: generated from the catalogue (test/conformance/openapi.test.ts compares it with the one in docs). */
import { expect, it } from 'vitest';
import { openApiDocument } from '../../shared/xs2a/openapi.ts';
import { OPERATIONS } from '../../shared/xs2a/operations.ts';

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
