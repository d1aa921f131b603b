/** Collections of Bruno: a folder of files, one for each request, as .bru or as OpenCollection YAML. */
import type { Step } from '../../collections/steps.ts';
import { interchange as t } from '../../texts/interchange.ts';
import { type ForeignAuth, type ForeignBody, NO_AUTH } from '../foreign.ts';
import type { Importing } from '../importing.ts';
import type { Folder } from '../model.ts';
import { parseJson, parseYaml, UnreadableFile } from '../parse.ts';
import { at, isObject, jsonOrNothing, listAt, membersAt, placeOf, textAt } from '../values.ts';
import { readAuth } from './auth.ts';
import { type Block, blocksOf, exampleOf, pairsOfBlock, textOfBlock, valueIn } from './bru-blocks.ts';
import { addAssertion, addCapture } from './bruno-tests.ts';
import { addItem, readCollection, readDefaults, variables } from './opencollection.ts';
import { addExamples, bodiesOf } from './examples.ts';
import { addTests } from './scripts.ts';
import { ownValue } from '../../own-value.ts';

export interface TextFile {
  path: string;
  text: string;
}

/** The file that says what a folder is. */
const ABOUT = /^(?:collection|folder)\.bru$|^(?:opencollection|folder)\.ya?ml$|^bruno\.json$/;

interface Directory {
  name: string;
  files: (TextFile & { name: string })[];
  inner: Map<string, Directory>;
}

/** @param files whose paths begin at the same folder @returns the name of the collection */
export function readBruno(importing: Importing, root: Folder, files: readonly TextFile[]): string {
  const top: Directory = { name: '', files: [], inner: new Map() };
  const prefix = commonFolder(files.map(({ path }) => path));
  for (const file of files) {
    const parts = file.path.slice(prefix.length).split('/');
    const name = parts.pop() ?? '';
    let directory = top;
    for (const part of parts.slice(0, 50)) {
      const next = directory.inner.get(part) ?? { name: part, files: [], inner: new Map() };
      directory.inner.set(part, next);
      directory = next;
    }
    directory.files.push({ ...file, name });
  }
  return directoryInto(importing, root, [], top, null);
}

function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  let folder = first.slice(0, first.lastIndexOf('/') + 1);
  while (folder !== '' && !paths.every((path) => path.startsWith(folder)))
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  return folder;
}

/** @returns the name that the folder has by its own file */
function directoryInto(
  importing: Importing,
  folder: Folder,
  names: readonly string[],
  directory: Directory,
  above: ForeignAuth | null,
  around: Folder | null = null,
): string {
  let name = '';
  let auth = above;
  for (const file of directory.files.filter((one) => ABOUT.test(one.name)))
    reading(importing, file, () => {
      if (file.name === 'bruno.json') name ||= textAt(parseJson(file.text), 'name');
      else if (file.name.endsWith('.bru')) {
        const blocks = blocksOf(file.text);
        name ||= valueIn(blockIn(blocks, 'meta'), 'name');
        auth = defaultsOf(importing, folder, names, blocks, around) ?? auth;
      } else {
        const about = parseYaml(file.text);
        name ||= textAt(about, 'info', 'name');
        // A collection may have its items in this file, too.
        if (at(about, 'opencollection') !== undefined)
          auth = readCollection(importing, folder, about) ?? auth;
        else auth = readDefaults(importing, folder, names, about, around) ?? auth;
      }
    });
  const known = names.length === 0 ? directory.inner.get('environments') : undefined;
  if (known !== undefined) environments(importing, known);
  for (const item of itemsOf(importing, directory)) {
    if ('directory' in item && item.directory === known) continue;
    if ('directory' in item) inside(importing, folder, names, item.directory, auth);
    else if (item.blocks !== null) request(importing, folder, names, item.blocks, item.file.name, auth);
    else addItem(importing, folder, names, item.yaml, auth);
  }
  return name;
}

function inside(
  importing: Importing,
  folder: Folder,
  names: readonly string[],
  directory: Directory,
  auth: ForeignAuth | null,
): void {
  const about = directory.files.find(({ name }) => /^folder\.(?:bru|ya?ml)$/.test(name));
  const own =
    about === undefined
      ? ''
      : (/(?:^|\n)\s{1,4}name:[ \t]*["']?([^\n"']*)/.exec(about.text)?.[1]?.trim() ?? '');
  const all = [...names, own === '' ? directory.name : own];
  directoryInto(importing, importing.folderIn(folder, all), all, directory, auth, folder);
}

type DirectoryItem = { seq: number; name: string } & (
  | { directory: Directory }
  | { file: TextFile & { name: string }; blocks: Block[] | null; yaml: unknown }
);

/** Requests and folders in the order of their numbers; those without one come last. */
function itemsOf(importing: Importing, directory: Directory): DirectoryItem[] {
  const items: DirectoryItem[] = [...directory.inner.values()].map((inner) => ({
    directory: inner,
    seq: seqOfFolder(inner),
    name: inner.name,
  }));
  for (const file of directory.files) {
    if (ABOUT.test(file.name)) continue;
    if (file.name.endsWith('.bru')) {
      const blocks = blocksOf(file.text);
      items.push({
        file,
        blocks,
        yaml: null,
        seq: placeOf(valueIn(blockIn(blocks, 'meta'), 'seq')),
        name: file.name,
      });
    } else if (/\.ya?ml$/.test(file.name))
      reading(importing, file, () => {
        const yaml = parseYaml(file.text);
        items.push({ file, blocks: null, yaml, seq: placeOf(textAt(yaml, 'info', 'seq')), name: file.name });
      });
    else importing.out.lost('file', [file.path], t.unknownFormat);
  }
  return items.sort((a, b) => (a.seq === b.seq ? a.name.localeCompare(b.name, 'en') : a.seq - b.seq));
}

function seqOfFolder({ files }: Directory): number {
  const about = files.find(({ name }) => /^folder\.(?:bru|ya?ml)$/.test(name));
  return placeOf(/(?:^|\n)\s{1,4}seq:[ \t]*(-?[\d.]{1,20})/.exec(about?.text ?? '')?.[1]);
}

/** A file that cannot be read is in the report, and the others are read. */
function reading(importing: Importing, file: TextFile, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    importing.out.lost('file', [file.path], error.message);
  }
}

const blockIn = (blocks: readonly Block[], name: string) => blocks.find((block) => block.name === name);

function defaultsOf(
  importing: Importing,
  folder: Folder,
  names: readonly string[],
  blocks: readonly Block[],
  above: Folder | null,
): ForeignAuth | null {
  for (const block of blocks) {
    if (block.name === 'docs') importing.describe(folder, textOfBlock(block));
    else if (block.name === 'headers') importing.headers(folder, names, pairsOfBlock(block), above);
    else commonBlock(importing, folder, names, null, block);
  }
  return authOf(importing, names, blocks, valueIn(blockIn(blocks, 'auth'), 'mode'));
}

/** What requests, folders and collections have alike. */
function commonBlock(
  importing: Importing,
  folder: Folder,
  names: readonly string[],
  step: Step | null,
  block: Block,
  examples: readonly unknown[] = [],
): void {
  switch (block.name) {
    case 'vars':
    case 'vars:pre-request':
      for (const { name, value, off = false } of pairsOfBlock(block))
        importing.variable(folder, names, { name, value, off });
      return;
    case 'vars:secret':
      for (const line of block.lines)
        importing.variable(folder, names, { name: line.trim().replace(/,$/, ''), value: '', secret: true });
      return;
    case 'vars:post-response':
      for (const pair of pairsOfBlock(block)) addCapture(importing, names, step, pair);
      return;
    case 'assert':
      for (const pair of pairsOfBlock(block)) addAssertion(importing, names, step, pair);
      return;
    case 'tests':
    case 'script:post-response':
      if (textOfBlock(block).trim() !== '') addTests(importing, names, step, textOfBlock(block), examples);
      return;
    case 'script:pre-request':
      if (textOfBlock(block).trim() !== '') importing.out.lost('script', [...names, block.name], t.preScript);
      return;
    default:
      if (!KNOWN.test(block.name)) importing.out.lost(block.name, names, t.kind(block.name));
  }
}

const KNOWN =
  /^(?:meta|headers|docs|example|query|params(?::\w+)?|auth(?::\w+)*|body(?::[\w-]+)*|settings|get|put|post|delete|patch|head|options|http)$/;
const METHODS = /^(?:get|put|post|delete|patch|head|options|trace|connect)$/;

function request(
  importing: Importing,
  folder: Folder,
  names: readonly string[],
  blocks: readonly Block[],
  file: string,
  above: ForeignAuth | null,
): void {
  const meta = blockIn(blocks, 'meta');
  const name = valueIn(meta, 'name') || file.replace(/\.bru$/, '');
  const all = [...names, name];
  const type = valueIn(meta, 'type');
  const line = blocks.find((block) => METHODS.test(block.name));
  if (line === undefined) {
    importing.out.lost('request', all, type === '' || type === 'http' ? t.noAddress : t.notHttp(type));
    return;
  }
  const url = valueIn(line, 'url');
  const query = pairsIn(blocks, 'params:query').concat(pairsIn(blocks, 'query'));
  const made = importing.request(folder, names, {
    name,
    method: line.name,
    url,
    params: pairsIn(blocks, 'params:path'),
    query: url.includes('?') ? query.filter(({ off }) => off === true) : query,
    headers: pairsIn(blocks, 'headers'),
    body: bodyOf(blocks, valueIn(line, 'body')),
    auth: authOf(importing, all, blocks, valueIn(line, 'auth')) ?? above,
    documentation: docsOf(blocks),
    tags: tagsOf(meta),
  });
  const step = made?.step ?? null;
  const examples = blocks.filter((block) => block.name === 'example').map(exampleOf);
  for (const block of blocks) commonBlock(importing, folder, all, step, block, bodiesOf(examples));
  addExamples(importing, all, step, examples);
}

function pairsIn(blocks: readonly Block[], name: string) {
  return blocks.filter((block) => block.name === name).flatMap(pairsOfBlock);
}

function docsOf(blocks: readonly Block[]): string {
  const docs = blockIn(blocks, 'docs');
  return docs === undefined ? '' : textOfBlock(docs);
}

/** A list in brackets over several lines. */
function tagsOf(meta: Block | undefined): string[] {
  const text = meta?.lines.join('\n') ?? '';
  return (/^[ \t]*tags:\s*\[([^[\]]*)\]/m.exec(text)?.[1] ?? '')
    .split(/[,\n]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** The names of the files that a value is, or null. */
function fileOf(value: string): string | null {
  return /^@file\((.*)\)$/s.exec(value.trim())?.[1]?.replaceAll('|', ', ') ?? null;
}

const TYPE = '@contentType(';

/** The value of a part of a form, and its content type if one stands at the end. */
function typed(text: string): { value: string; type: string | null } {
  const whole = text.trimEnd();
  const at = whole.lastIndexOf(TYPE);
  if (at < 0 || whole.indexOf(')', at) !== whole.length - 1) return { value: text, type: null };
  return { value: whole.slice(0, at).trimEnd(), type: whole.slice(at + TYPE.length, -1) };
}

function bodyOf(blocks: readonly Block[], mode: string): ForeignBody | null {
  if (mode === 'none') return null;
  const given = (name: string) => {
    const block = blockIn(blocks, name);
    return block === undefined ? '' : textOfBlock(block);
  };
  if (mode === 'form-urlencoded' || mode === 'formUrlEncoded')
    return { kind: 'form', fields: pairsIn(blocks, 'body:form-urlencoded') };
  if (mode === 'multipart-form' || mode === 'multipartForm')
    return {
      kind: 'multipart',
      parts: pairsIn(blocks, 'body:multipart-form').map((pair) => {
        const { value, type } = typed(pair.value);
        const file = fileOf(value);
        return { ...pair, value: file === null ? value : '', type, file };
      }),
    };
  if (mode === 'graphql') {
    const query = given('body:graphql') || given('body');
    return {
      kind: 'text',
      text: JSON.stringify({ query, variables: jsonOrNothing(given('body:graphql:vars')) }, null, 2),
      type: 'application/json',
      graphql: true,
    };
  }
  if (mode === 'file') {
    const files = pairsIn(blocks, 'body:file').filter(({ off }) => off !== true);
    return { kind: 'file', name: fileOf(typed(files[0]?.value ?? '').value) ?? '' };
  }
  const kind = mode === '' ? 'json' : mode;
  const text = given(`body:${kind}`) || given('body');
  return text === '' ? null : { kind: 'text', text, type: ownValue(TYPES, kind) ?? 'text/plain' };
}

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  text: 'text/plain',
  sparql: 'application/sparql-query',
};

/** Null if it is inherited. */
function authOf(
  importing: Importing,
  names: readonly string[],
  blocks: readonly Block[],
  mode: string,
): ForeignAuth | null {
  if (mode === '' || mode === 'inherit') return null;
  if (mode === 'none') return NO_AUTH;
  const block = blockIn(blocks, `auth:${mode}`);
  return readAuth(importing, names, mode, (name) => valueIn(block, name));
}

/** Each file is one. */
function environments(importing: Importing, directory: Directory): void {
  for (const file of directory.files) {
    const name = file.name.replace(/\.\w+$/, '');
    reading(importing, file, () => {
      if (file.name.endsWith('.bru')) {
        const made = importing.environment(name);
        for (const block of blocksOf(file.text)) commonBlock(importing, made, [name], null, block);
      } else {
        const yaml = parseYaml(file.text);
        const own = textAt(yaml, 'name') || name;
        variables(importing, importing.environment(own), [own], environmentOf(yaml));
      }
    });
  }
}

/** A list of variables, or early an object of them. */
function environmentOf(file: unknown): readonly unknown[] {
  const list = listAt(file, 'variables');
  return list.length > 0 || !isObject(at(file, 'variables'))
    ? list
    : membersAt(file, 'variables').map(([name, value]) => ({ name, value }));
}
