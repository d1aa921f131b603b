/** The catalogue of texts: what the window says stands there, and what stands there is said. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { texts } from '../../shared/texts/texts.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = sourcesIn(
  'renderer',
  'main',
  'shared/collections',
  'shared/requests',
  'shared/flow',
  'shared/demonstrations',
);
/** Has texts of the catalogue, and sentences of its own about input that the schemas refuse. */
const CONTRACT = sourcesIn('shared/contract');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('every text in the window is in the catalogue', () => {
  expect(SOURCES.filter((file) => !ELSEWHERE.test(file)).flatMap(wordsOutside)).toEqual([]);
});

test('every text of the catalogue is used', () => {
  const said = new Set([...SOURCES, ...CONTRACT].flatMap(textsOf));
  expect(
    pathsOf(texts, '').filter((path) => !said.has(path) && !said.has(path.replace(/\.[\w-]+$/, '.*'))),
  ).toEqual([]);
});

test('one is not counted as several', () => {
  const { reproduced, variants } = texts.response.wrongSignature;
  expect([1, 2000].map(reproduced)).toEqual([
    'Reproduced exactly, 1 text tried',
    'Reproduced exactly, 2,000 texts tried',
  ]);
  expect(variants(1)).toContain('1 variant of');
});

function sourcesIn(...folders: string[]): string[] {
  return folders
    .flatMap((room) =>
      readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
    )
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file));
}

/** Places of `file` with words that are no names of something else. */
function wordsOutside(file: string): string[] {
  const source = read(file);
  const found: string[] = [];
  const check = (node: Node, text: string, words: RegExp) => {
    if (!words.test(text) || NO_TEXT.test(text)) return;
    found.push(`${file}:${source.slice(0, node.start).split('\n').length} ${text.trim()}`);
  };
  const visit = (node: Node, above: Node | null, attribute: string): void => {
    if (node.type === 'ImportDeclaration' || TYPES.test(node.type)) return;
    const name =
      node.type === 'JSXAttribute' && isNode(node['name'])
        ? String(node['name']['name'])
        : node.type === 'JSXExpressionContainer' && above?.type !== 'JSXAttribute'
          ? SHOWN
          : /^(VariableDeclarator|CallExpression)$/.test(node.type)
            ? ''
            : attribute;
    if (SILENT.has(name)) return;
    if (node.type === 'JSXText') check(node, String(node['value']), LETTER);
    if (node.type === 'TemplateElement') check(node, source.slice(node.start, Number(node['end'])), WORDS);
    if (node.type === 'Literal' && typeof node['value'] === 'string' && !isName(node, above))
      check(node, node['value'], isSaid(above, name) ? LETTER : WORDS);
    for (const [key, value] of Object.entries(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (key !== 'parent' && isNode(child)) visit(child, node, name);
  };
  const program: unknown = parseSync(file, source).program;
  if (isNode(program)) visit(program, null, '');
  return found;
}

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Compared with something, or the name of a property. */
function isName(node: Node, above: Node | null): boolean {
  return (
    (above?.type === 'BinaryExpression' && String(above['operator']).includes('==')) ||
    (above?.type === 'Property' && above['key'] === node)
  );
}

/** Directly what an attribute says, or what stands between elements, perhaps one of two. */
function isSaid(above: Node | null, attribute: string): boolean {
  return (
    (above?.type === 'JSXAttribute' && SPOKEN.has(attribute)) ||
    (attribute === SHOWN && /^(Conditional|Logical)Expression$|Container$/.test(above?.type ?? ''))
  );
}

/** In place of an attribute's name: what stands between elements. */
const SHOWN = 'shown';
const LETTER = /\p{L}/u;
/** Two words with a space between them, or one that begins with a capital. */
const WORDS = /\p{L}{2,},? \p{L}{2,}|^\p{Lu}\p{Ll}{2,}…?$/u;
const TYPES = /^TS.*(Type|Keyword|Declaration|Signature)$/;
const SPOKEN = new Set('aria-label title placeholder label hint empty doing sure shortcut'.split(' '));
const SILENT = new Set('className style d viewBox type key'.split(' '));
/** The parsers of key files speak where they read, and a collection's steps for the command line, too; style sheets, SQL, logs, the command line and the package for npm are not the window's. */
const ELSEWHERE =
  /ui\/code-editor|certificates\/containers|core\/store|core\/history|core\/flow\/|shared\/flow\/(exports|event)|shared\/demonstrations\/demonstration|main\/(?:cli|npm)\/|runs\/run-store|shared\/collections|browser\/main|stop-in-time|sca\/return-page/;
/** Names that something else has given: headers, keys, SQL, PEM, HTML, the contract's own values. */
const NO_TEXT = new RegExp(
  [
    '^(Accept|Array|BankID|Date|Delete|Digest|End|Enter|Escape|Home|Host|Object|Property|Signature)$',
    '^(SCA valid|SCA pending|no valid SCA|another bank|signs requests|TLS client)$',
    '^Ås, Bø \\+ Søn AS$',
    ' VALUES \\(@| = NULL WHERE |^`?(SELECT|INSERT|UPDATE|DELETE) | FROM |^id, kind|^(X509|TRUSTED|NEW) |CERTIFICATE|PRIVATE KEY',
    '<!doctype|</title>|<form |<input |^default-src|^sandbox |^: |^tbody ',
    '^\\{\\{name\\}\\}$',
  ].join('|'),
);

/** Paths of the texts that a file names; `group.*` where it computes the name. */
function textsOf(file: string): string[] {
  const program: unknown = parseSync(file, read(file)).program;
  const groups = new Map([['texts', '']]);
  const found: string[] = [];
  const visit = (node: Node): void => {
    // `const t = texts.frame.window;` gives a group a short name.
    if (node.type === 'VariableDeclarator' && isNode(node['id']) && isNode(node['init'])) {
      const group = pathIn(node['init'], groups);
      if (group !== null && node['id'].type === 'Identifier') groups.set(String(node['id']['name']), group);
    }
    const path = pathIn(node, groups);
    if (path !== null) found.push(path);
    for (const [key, value] of Object.entries(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (key !== 'parent' && isNode(child)) visit(child);
  };
  if (isNode(program)) visit(program);
  return found;
}

/** What `texts.frame.window`, `t.title` or `t[name]` names in the catalogue; null for anything else. */
function pathIn(node: Node, groups: ReadonlyMap<string, string>): string | null {
  const { type, object, property, computed } = node;
  if (type !== 'MemberExpression' || !isNode(object) || !isNode(property)) return null;
  const above =
    object.type === 'Identifier' ? (groups.get(String(object['name'])) ?? null) : pathIn(object, groups);
  if (above === null) return null;
  return [above, computed === true ? '*' : String(property['name'])].filter(Boolean).join('.');
}

function pathsOf(catalogue: object, path: string): string[] {
  return Object.entries(catalogue).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? pathsOf(value, `${path}${key}.`) : [path + key],
  );
}
