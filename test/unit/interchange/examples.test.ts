/** Recorded responses of other programs, which become a part of the documentation of a step. */
import { describe, expect, it } from 'vitest';
import { importFiles } from '../../../shared/interchange/import.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { MAX_IMPORT_EXAMPLES_CHARS } from '../../../shared/limits.ts';

function imported(
  path: string,
  text: string,
): { step: Step | null; examples: (readonly [string, string[]])[] } {
  const { tree, report } = importFiles([{ path, bytes: Buffer.from(text) }]);
  const [flow] = tree.children;
  const [child] = flow?.kind === 'folder' ? flow.children : [];
  return {
    step: child?.kind === 'step' ? child.step : null,
    examples: report.filter(({ kind }) => kind === 'example').map(({ result, notes }) => [result, notes]),
  };
}

const postman = (response: readonly object[], method = 'POST') =>
  imported(
    'a.json',
    JSON.stringify({
      info: { name: 'A' },
      item: [
        {
          name: 'Pay',
          request: { method, url: 'https://bank.example/v1/payments', description: 'Pays.' },
          response,
        },
      ],
    }),
  );

const CREATED = 'Response **Created** (201)\n\n```json\n{\n  "paymentId": "1"\n}\n```';

describe('an example stands in the description', () => {
  it('of Postman, after what is there', () => {
    const { step, examples } = postman([
      { name: 'Created', code: 201, body: '{"paymentId":"1"}' },
      { name: 'No body', code: 204, body: null },
      { name: 'Text', body: 'a ``` b' },
    ]);
    expect(step?.about).toBe(
      `Pays.\n\n${CREATED}\n\nResponse **No body** (204)\n\nResponse **Text**\n\n\`\`\`\`\na \`\`\` b\n\`\`\`\``,
    );
    expect(examples).toEqual(Array.from({ length: 3 }, () => ['carried', []]));
  });

  it('of OpenCollection', () => {
    const { step } = imported(
      'a.yml',
      `info: { name: Pay, type: http }
http: { method: POST, url: https://bank.example/v1/payments }
examples:
  - name: Created
    response: { status: 201, body: { type: json, data: '{ "paymentId": "1" }' } }
`,
    );
    expect(step?.about).toBe(CREATED);
  });

  it('of OpenAPI', () => {
    const { step, examples } = imported(
      'a.yaml',
      `openapi: 3.0.3
info: { title: A, version: '1' }
paths:
  /v1/payments:
    post:
      responses:
        '201': { content: { application/json: { examples: { Created: { $ref: '#/components/examples/Created' } } } } }
        '400': { content: { application/json: { example: { code: X } } } }
components: { examples: { Created: { value: { paymentId: '1' } } } }
`,
    );
    expect(step?.about).toBe(
      `${CREATED}\n\nResponse **example** (400)\n\n\`\`\`json\n{\n  "code": "X"\n}\n\`\`\``,
    );
    expect(examples).toEqual(Array.from({ length: 2 }, () => ['carried', []]));
  });

  it('without its secrets', () => {
    const { step, examples } = postman([
      { name: 'JSON', body: '{"access_token":"canary","expires_in":1}' },
      { name: 'Text', body: '{"access_token": "canary", cut' },
    ]);
    expect(step?.about).not.toContain('canary');
    expect(step?.about).toContain('"access_token": "…"');
    expect(examples).toEqual(
      Array.from({ length: 2 }, () => ['changed', ['Its secret values were dropped.']]),
    );
  });

  it('up to a limit, and the report says which were cut or left out', () => {
    const long = { name: 'Long', body: 'x'.repeat(MAX_IMPORT_EXAMPLES_CHARS + 1) };
    const { step, examples } = postman([long, long]);
    const note =
      'The description of a step has at most 8000 characters of recorded responses, so this one was cut or left out.';
    expect(step?.about?.length).toBeLessThan(MAX_IMPORT_EXAMPLES_CHARS + 100);
    expect(examples).toEqual([
      ['changed', [note]],
      ['not carried', [note]],
    ]);
  });

  it('unless its request is not carried', () => {
    const note = 'The request was not carried over, and so neither was its recorded response.';
    expect(postman([{ name: 'A' }], 'TRACE').examples).toEqual([['not carried', [note]]]);
  });
});

it('a response of OpenAPI whose reference leads nowhere is in the report', () => {
  const responses = { 200: { $ref: '#/components/responses/none' } };
  const file = { openapi: '3.0.0', paths: { '/a': { get: { responses } } } };
  const { report } = importFiles([{ path: 'a.json', bytes: Buffer.from(JSON.stringify(file)) }]);
  expect(report.find(({ kind }) => kind === 'request')?.notes).toEqual([
    'The target of the reference #/components/responses/none does not exist.',
  ]);
});
