/** Imports files of other programs. They are data: no script in them is run, no other file is read, and nothing is sent. */
import { interchange as t } from '../texts/interchange.ts';
import { isBruno } from './bundle.ts';
import { readBruno, type TextFile } from './from/bruno.ts';
import { isCurl, readCurl } from './from/curl.ts';
import { isHar, readHar } from './from/har.ts';
import { isInsomnia, readInsomnia } from './from/insomnia.ts';
import { readOpenApi } from './from/openapi.ts';
import { openApiIn, type OpenApiSource } from './from/openapi-files.ts';
import { isOpenCollection, readOpenCollection } from './from/opencollection.ts';
import { isPostman, readPostman } from './from/postman.ts';
import { inFlows } from './flows.ts';
import { fittingName, Importing } from './importing.ts';
import type { Folder, Format, ImportedEnvironment, Report, SourceFile } from './model.ts';
import { parseJsonOrYaml, UnreadableFile, decode } from './parse.ts';
import { at } from './values.ts';
import { MAX_IMPORT_BYTES } from '../limits.ts';

export interface Imported {
  /** The collection. It is empty if nothing could be carried. */
  tree: Folder;
  /** Where its requests go. */
  environments: ImportedEnvironment[];
  report: Report;
  /** What the files were read as, each once. */
  formats: Format[];
}

type Reader = (importing: Importing, root: Folder, file: unknown, path: string) => string;

/** Formats of one JSON or YAML document, in the order in which they are tried. */
const DOCUMENTS: readonly { format: Format; is: (file: unknown) => boolean; read: Reader }[] = [
  { format: 'opencollection', is: isOpenCollection, read: readOpenCollection },
  { format: 'har', is: isHar, read: readHar },
  { format: 'insomnia', is: isInsomnia, read: readInsomnia },
  { format: 'postman', is: isPostman, read: readPostman },
];

/**
 * Imports files as one collection of flows. It throws nothing, whatever the files contain: what cannot be read is in the report.
 * @param files in their order; several of them become a flow each
 * @param wanted the format, if it is not to be recognised
 */
export function importFiles(files: readonly SourceFile[], wanted: Format | null = null): Imported {
  const importing = new Importing();
  const formats = new Set<Format>();
  const root = importing.folder('');
  const texts = textsOf(importing, files);
  const sources = sourcesOf(texts);
  // Environments go with the collection.
  const collections = sources.filter((source) => !isOfVariables(source));
  for (const source of sources) {
    const isAlone = sources.length === 1 || (collections.length === 1 && collections[0] === source);
    const folder = isAlone ? root : importing.folder('');
    const name = sourceInto(importing, folder, source, wanted, formats);
    folder.name = fittingName(name === '' ? nameOfFile(source.files[0]?.path ?? '') : name, () => {});
    if (!isAlone && (folder.children.length > 0 || folder.settings.about !== undefined))
      root.children.push(folder);
    else if (!isAlone) Object.assign(root.settings.variables, folder.settings.variables);
  }
  if (sources.length !== 1 && collections.length !== 1)
    root.name = root.children.find((child) => child.kind === 'folder')?.name ?? 'Imported';
  const isOne = sources.length === 1 && formats.has('har');
  const tree = inFlows(
    importing.finish(root),
    isOne,
    (step, name) => importing.renamed(step, name),
    (flow) => importing.tokens.stepsFor(flow),
  );
  importing.sayEnvironments();
  return { tree, environments: importing.made, report: importing.out.report, formats: [...formats] };
}

function textsOf(importing: Importing, files: readonly SourceFile[]): TextFile[] {
  let left: number = MAX_IMPORT_BYTES;
  return files.flatMap(({ path, bytes }) => {
    left -= bytes.length;
    if (left < 0) {
      importing.out.lost('file', [path], t.tooLarge(MAX_IMPORT_BYTES / 1024 / 1024));
      return [];
    }
    const { text, guessed } = decode(bytes);
    if (text.trim() === '') importing.out.lost('file', [path], t.empty);
    else if (guessed) importing.out.item('file', [path]).changed(t.notUtf8);
    return text.trim() === '' ? [] : [{ path, text }];
  });
}

interface Source {
  files: readonly TextFile[];
  openApi?: OpenApiSource | undefined;
}

/**
 * The files of a Bruno collection belong together, and so do an OpenAPI document and the files that it refers to; any other file is
 * a source of its own. Environments come first.
 */
function sourcesOf(texts: readonly TextFile[]): Source[] {
  if (isBruno(texts)) return [{ files: texts }];
  const { documents, parts } = openApiIn(texts);
  const all = texts
    .filter((file) => !parts.has(file))
    .map((file) => ({ files: [file], openApi: documents.get(file) }));
  return [...all.filter(isOfVariables), ...all.filter((one) => !isOfVariables(one))];
}

/** Whether it has environments, and no requests. */
function isOfVariables({ files: [first, ...more] }: Source): boolean {
  if (first === undefined || more.length > 0) return false;
  return first.text.slice(-5000).includes('_postman_variable_scope');
}

/** @returns the name of what was read */
function sourceInto(
  importing: Importing,
  folder: Folder,
  { files, openApi }: Source,
  wanted: Format | null,
  formats: Set<Format>,
): string {
  const [first = { path: '', text: '' }] = files;
  try {
    if (isBruno(files)) {
      if (wanted !== null && wanted !== 'opencollection') throw new UnreadableFile(t.wrongFormat(wanted));
      formats.add('opencollection');
      return readBruno(importing, folder, files);
    }
    if (openApi !== undefined) {
      if (wanted !== null && wanted !== 'openapi') throw new UnreadableFile(t.wrongFormat(wanted));
      formats.add('openapi');
      return readOpenApi(importing, folder, openApi);
    }
    if (wanted === 'curl' || (wanted === null && isCurl(first.text))) {
      formats.add('curl');
      return readCurl(importing, folder, first.text);
    }
    return documentInto(importing, folder, first, wanted, formats);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    importing.out.lost('file', [first.path], error.message);
    return '';
  }
}

/** @throws UnreadableFile */
function documentInto(
  importing: Importing,
  folder: Folder,
  { path, text }: TextFile,
  wanted: Format | null,
  formats: Set<Format>,
): string {
  const file = parseJsonOrYaml(text);
  const found = DOCUMENTS.find(({ is }) => is(file));
  if (found === undefined) {
    const isOld = Array.isArray(at(file, 'requests')) && at(file, 'order') !== undefined;
    throw new UnreadableFile(
      /\.flow\.ya?ml$/i.test(path) ? t.ownFlow : isOld ? t.oldPostman : t.unknownFormat,
    );
  }
  if (wanted !== null && wanted !== found.format) throw new UnreadableFile(t.wrongFormat(wanted));
  formats.add(found.format);
  return found.read(importing, folder, file, path);
}

function nameOfFile(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/(?:\.postman_(?:collection|environment))?\.\w+$/, '');
}
