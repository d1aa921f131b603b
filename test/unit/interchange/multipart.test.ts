/** Bodies of several parts: each format says the content type of a part in its own way, and a file is named and not sent. */
import { describe, expect, it } from 'vitest';
import { importFiles } from '../../../shared/interchange/import.ts';
import { outlineOf, reportLines } from '../../support/outline.ts';

const URL = 'https://bank.example/v1/files';
const JSON_PART = '{\n  "name": "Kari; type=B"\n}';
const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) });
const postman = (body: unknown) =>
  JSON.stringify({
    info: { name: 'P' },
    item: [{ name: 'Upload', request: { method: 'POST', url: URL, body } }],
  });
const har = (postData: unknown) =>
  JSON.stringify({ log: { entries: [{ request: { method: 'POST', url: URL, postData } }] } });

const WRITTEN = [
  '--x1',
  'content-disposition: form-data; filename="a.pdf"; name="scan"',
  'Content-Type: application/pdf',
  '',
  'canary',
  '--x1',
  'Content-Disposition: form-data; name="data"',
  'Content-Type: application/json',
  '',
  ...JSON_PART.split('\n'),
  '--x1',
  'Content-Disposition: form-data; name=after',
  '',
  'second part',
  '--x1--',
  '',
];

const PARTS = [
  { name: 'scan', value: '', file: 'a.pdf', type: 'application/pdf' },
  { name: 'data', value: JSON_PART, type: 'application/json' },
  { name: 'after', value: 'second part', type: '' },
];

const SOURCES: Readonly<Record<string, { path: string; bytes: Uint8Array }>> = {
  OpenCollection: file(
    'c.json',
    JSON.stringify({
      opencollection: '1.0.0',
      info: { name: 'O' },
      items: [
        {
          info: { name: 'Upload', type: 'http' },
          http: {
            method: 'POST',
            url: URL,
            body: {
              type: 'multipart-form',
              data: PARTS.map(({ name, value, file: source, type }) => ({
                name,
                type: source === undefined ? 'text' : 'file',
                value: source === undefined ? value : [source],
                contentType: type,
              })),
            },
          },
        },
      ],
    }),
  ),
  Postman: file(
    'p.json',
    postman({
      mode: 'formdata',
      formdata: PARTS.map(({ name, value, file: src, type }) => ({
        key: name,
        contentType: type,
        ...(src === undefined ? { type: 'text', value } : { type: 'file', src }),
      })),
    }),
  ),
  Insomnia: file(
    'i.json',
    JSON.stringify({
      type: 'collection.insomnia.rest/5.0',
      collection: [
        {
          name: 'Upload',
          method: 'POST',
          url: URL,
          body: {
            mimeType: 'multipart/form-data',
            params: PARTS.map(({ name, value, file: fileName, type }) => ({
              name,
              value,
              ...(fileName === undefined
                ? { type: 'text', multiline: type || true }
                : { type: 'file', fileName }),
            })),
          },
        },
      ],
    }),
  ),
  'HAR, as parameters': file(
    'a.har',
    har({
      mimeType: 'multipart/form-data; boundary=x1',
      params: PARTS.map(({ name, value, file: fileName, type: contentType }) => ({
        name,
        value,
        fileName,
        contentType,
      })),
    }),
  ),
  'HAR, as a text': file(
    'a.har',
    har({ mimeType: 'multipart/form-data; boundary="x1"', text: WRITTEN.join('\r\n') }),
  ),
  curl: file(
    'c.sh',
    `curl ${URL} -F 'scan=@a.pdf;type=application/pdf' -F 'data="{
  \\"name\\": \\"Kari; type=B\\"
}"; type=application/json' -F 'after=second part'`,
  ),
  'curl, as Chrome copies it': file(
    'c.sh',
    `curl '${URL}' -H 'content-type: multipart/form-data; boundary=x1' --data-raw $'${WRITTEN.join(String.raw`\r\n`)}'`,
  ),
};

describe('the parts of a body of', () => {
  it.each(Object.entries(SOURCES))('%s', (_, source) => {
    const { tree, report } = importFiles([source]);
    const lines = outlineOf(tree).flatMap(
      (line) => /^ *text "(.*)"$/.exec(line)?.[1]?.replaceAll('\\"', '"') ?? [],
    );
    expect(lines).toEqual([
      '--tpp-workbench-part',
      'Content-Disposition: form-data; name="data"',
      'Content-Type: application/json',
      '',
      ...JSON_PART.split('\n'),
      '--tpp-workbench-part',
      'Content-Disposition: form-data; name="after"',
      '',
      'second part',
      '--tpp-workbench-part--',
      '',
    ]);
    expect(outlineOf(tree).join('\n')).toContain(
      'content-type: multipart/form-data; boundary=tpp-workbench-part',
    );
    expect(reportLines(report).join('\n')).toMatch(
      /The part scan is the file (?:\.\/)?a\.pdf, which was not read\./,
    );
    expect(JSON.stringify(tree)).not.toMatch(/canary|a\.pdf/);
  });
});

it('a body of files alone is not sent, and each file is named', () => {
  const text = WRITTEN.slice(0, 6).join('\n');
  const { tree, report } = importFiles([
    file('a.har', har({ mimeType: 'multipart/form-data; boundary=x1', text })),
  ]);
  expect(outlineOf(tree).join('\n')).not.toMatch(/text|content-type/);
  expect(reportLines(report)).toContain('  The part scan is the file a.pdf, which was not read.');
});

it('a text that has not the parts that its type says stays as it is', () => {
  const { tree } = importFiles([
    file('a.har', har({ mimeType: 'multipart/form-data; boundary=y', text: 'a\nb' })),
  ]);
  expect(outlineOf(tree).map((line) => line.trim())).toEqual(
    expect.arrayContaining(['text "a"', 'text "b"']),
  );
});

it('a file that a source does not name is said to be one', () => {
  const { report } = importFiles([
    file('p.json', postman({ mode: 'formdata', formdata: [{ key: 'scan', type: 'file', src: null }] })),
  ]);
  expect(reportLines(report)).toContain('  The part scan is a file, which is not sent.');
});
