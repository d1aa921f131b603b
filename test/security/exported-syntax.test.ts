/** The secrets of somebody's collection may be pieces of the syntax of an export: masked, they leave it as it is. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { exportCommand } from '../../main/cli/interchange.ts';
import { EXPORTS, type ExportFormat } from '../../shared/interchange/model.ts';
import type { Assertion } from '../../shared/collections/assertion.ts';
import type { Step } from '../../shared/collections/steps.ts';
import { folderForFile } from '../support/folders.ts';
import { request } from '../support/run-steps.ts';
import { type Files, writeCollection } from '../support/runs.ts';

const folder = folderForFile('exported-syntax');
let made = 0;

function exported(files: Files, format: ExportFormat): string {
  const collection = writeCollection(join(folder, `c${++made}`), files);
  const out = join(folder, `out${made}`);
  void exportCommand.run([collection, '--to', format, '--out', out]);
  if (!statSync(out).isDirectory()) return readFileSync(out, 'utf8');
  const written = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.yml'),
  );
  return written
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => readFileSync(join(out, name), 'utf8'))
    .join('---\n');
}

/** Secrets that begin or end with syntax, and what the author wants to be run where one of them has gone. */
const HOSTILE: readonly (readonly [secret: string, rest: string])[] = [
  ["'note: ab", '; touch pwned #'],
  ['xxxxxxx\\', '"+(globalThis.PWNED=1),//'],
  ['yyyyyyy\\\\', '");globalThis.PWNED=1;//'],
  ['xxxxxxx"', ',"a":1,(globalThis.PWNED=1),//'],
  ['xxxxx\n# ', 'touch pwned'],
  ['`$(touch pwned)', '`'],
  ['</script>', '<script>globalThis.PWNED=1</script>'],
  ['--> aaaa', '\ntouch pwned\n'],
  ['12345678', ''],
];

const [secrets, texts] = [HOSTILE.map(([secret]) => secret), HOSTILE.map((parts) => parts.join(''))];
const assertionsOf = (text: string): Assertion[] => [
  { that: { of: 'schema' }, must: { is: 'different', from: text } },
  { that: { of: 'header', name: text.replaceAll('\n', ' ') }, must: { is: 'present' } },
  {
    that: { of: 'body', path: `$[${JSON.stringify(text)}]` },
    must: { is: 'one-of', values: [text, 12345678] },
  },
  { that: { of: 'text' }, must: { is: 'like', pattern: `*${text}*` } },
];
const COLLECTION: Files = {
  'collection.yaml': {
    name: 'Shop',
    about: texts.join('\n\n'),
    variables: Object.fromEntries(secrets.map((secret, at) => [`s${at}`, secret])),
    secret: secrets.map((_, at) => `s${at}`),
  },
  '1.flow.yaml': texts.map((text, at): Step => ({
    name: `Ask ${text.replaceAll('\n', ' ')}`,
    about: text,
    request: request('x', {
      line: `POST /v1/accounts?q=${encodeURIComponent(text)}`,
      headers: { 'x-note': text.replaceAll('\n', ' '), [`x-${at}${text}`]: 'a' },
      ...(at % 2 === 0 ? { text: text.split('\n') } : { json: { [text]: text, number: 12345678 } }),
    }),
    expect: assertionsOf(text),
    keep: [{ as: 'kept', from: { of: 'header', name: text.replaceAll('\n', ' ') } }],
  })),
};

/** Checks that a text is the format, and that nothing in it does more than the format says. */
const CHECKS: Readonly<Record<ExportFormat, (text: string) => void>> = {
  har: (text) => expect(JSON.parse(text)).toMatchObject({ log: { entries: { length: texts.length } } }),
  opencollection: (text) => {
    const documents: readonly unknown[] = parseAllDocuments(text).map((one) => one.toJS() as unknown);
    const requests = documents.filter((one) => JSON.stringify(one).includes('"type":"http"'));
    expect(requests).toHaveLength(texts.length);
  },
  postman: (text) => {
    interface Flow {
      item: { event: { script: { exec: string[] } }[] }[];
    }
    const item = (JSON.parse(text) as { item: Flow[] }).item.flatMap((flow) => flow.item);
    expect(item).toHaveLength(texts.length);
    // Stands for everything that a script of Postman can ask for.
    const anything: unknown = new Proxy(() => undefined, {
      get: (_, name) => (name === Symbol.toPrimitive ? () => '' : anything),
      apply: (_, __, given: unknown[]) => {
        for (const one of given) if (typeof one === 'function') (one as () => void)();
        return anything;
      },
    });
    const world = { pm: anything, PWNED: 0 };
    for (const { event } of item) runInNewContext(event[0]?.script.exec.join('\n') ?? '', world);
    expect(world.PWNED).toBe(0);
  },
  curl: (text) => {
    const file = join(folder, 'run.sh');
    writeFileSync(file, `curl() { printf 'curl\\n'; }\ntpp_baseUrl=x\n${text}`);
    const ran = execFileSync('bash', ['-eu', file], { cwd: folder, encoding: 'utf8' });
    expect(ran).toBe('curl\n'.repeat(texts.length));
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
  },
};

describe.each(EXPORTS)('an export to %s', (format) => {
  it('keeps its syntax, whatever the secrets are', () => {
    const text = exported(COLLECTION, format);
    CHECKS[format](text);
    for (const secret of ["'note: ab", 'xxxxxxx', 'yyyyyyy', '</script>', '12345678', '--> aaaa'])
      expect(text).not.toContain(secret);
  });

  it('is refused if a secret is made of what stands side by side', () => {
    const files = (secret: string): Files => ({
      'collection.yaml': { name: 'Shop', variables: { one: secret }, secret: ['one'] },
      '1.flow.yaml': [
        { name: 'Ask', request: request('x', { line: 'POST /v1/accounts', headers: { 'x-a': 'b' } }) },
      ],
    });
    const beside = exported(files('no such'), format).slice(-20).trim();
    expect(() => exported(files(beside), format)).toThrow(
      'a secret value stands where it cannot be replaced',
    );
  });

  it('leaves names that are words, such as that of the variable', () => {
    const text = exported(
      {
        'collection.yaml': { name: 'Shop', variables: { password: 'password' }, secret: ['password'] },
        '1.flow.yaml': [
          {
            name: 'Ask',
            request: request('x', {
              line: 'POST /v1/accounts',
              headers: { 'x-a': 'my {{password}}', 'x-b': 'password' },
              json: { password: 'x' },
            }),
          },
        ],
      },
      format,
    );
    expect(text).toMatch(format === 'curl' ? /\$\{tpp_password\}/ : /\{\{password\}\}/);
    expect(text).toContain('•••');
  });
});
