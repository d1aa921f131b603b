/** The tests that docs/security.md names exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' }).map(
  (file) => `test/${file.replaceAll('\\', '/')}`,
);

/** A name without its folder belongs to the folder named before it, or to the end-to-end tests. */
function missingIn(text: string): string[] {
  let folder = '';
  return Array.from(text.matchAll(/`((?:test\/[\w/-]*\/)?)([\w.-]+\.(?:test|spec)\.ts)`/g)).flatMap(
    ([, named = '', file = '']) => {
      if (named !== '') folder = named;
      const own = named === '' && file.endsWith('.spec.ts') ? 'test/window/' : folder;
      return files.includes(own + file) ? [] : [own + file];
    },
  );
}

it('every test that docs/security.md names exists', () => {
  expect(missingIn(readFileSync(join(ROOT, 'docs/security.md'), 'utf8'))).toEqual([]);
});

it('each threat in docs/security.md names a test', () => {
  const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const table = text.slice(text.indexOf('## From whom'), text.indexOf('## How findings'));
  const threats = table.split('\n').filter((line) => line.startsWith('- '));
  expect(threats.length).toBeGreaterThan(8);
  expect(threats.filter((threat) => !/\.(?:test|spec)\.ts`/.test(threat))).toEqual([]);
  expect(missingIn('`test/unit/texts.test.ts`, `gone.test.ts`, `gone.spec.ts`')).toEqual([
    'test/unit/gone.test.ts',
    'test/window/gone.spec.ts',
  ]);
});
