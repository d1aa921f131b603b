/** OpenAPI documents among the files of an import, with the other files that they refer to. */
import { interchange as t } from '../../texts/interchange.ts';
import { parseJsonOrYaml, UnreadableFile } from '../parse.ts';
import { at, isObject, membersAt, textAt } from '../values.ts';
import type { TextFile } from './bruno.ts';
import { decoded, References } from './references.ts';

/** Cheaper than reading a file that is something else. */
const MAY_BE = /(?:openapi|swagger)["']?\s*:\s*["']?\d/;

export interface OpenApiSource {
  file: TextFile;
  /** @throws UnreadableFile */
  read: () => References;
}

/** @returns the documents, and the files that are only parts of them */
export function openApiIn(texts: readonly TextFile[]): {
  documents: ReadonlyMap<TextFile, OpenApiSource>;
  parts: ReadonlySet<TextFile>;
} {
  const files = new Files(texts);
  const documents = new Map<TextFile, OpenApiSource>();
  for (const file of texts) {
    const path = keyOf(file.path);
    if (!MAY_BE.test(file.text) || !isOpenApi(files.content(path))) continue;
    documents.set(file, { file, read: () => read(files, path) });
  }
  const parts = files.referredBy([...documents.keys()].map(({ path }) => keyOf(path)));
  for (const one of parts) {
    // It may be a document of its own as well.
    if (documents.has(one) && membersAt(files.content(keyOf(one.path)), 'paths').length > 0)
      parts.delete(one);
    else documents.delete(one);
  }
  return { documents, parts };
}

function isOpenApi(file: unknown): boolean {
  return at(file, 'openapi') !== undefined || at(file, 'swagger') !== undefined;
}

/** @throws UnreadableFile */
function read(files: Files, path: string): References {
  const references = new References(files.content(path), path, (other) => files.content(other));
  const version = textAt(references.document, 'swagger') || textAt(references.document, 'openapi');
  if (!version.startsWith('3')) throw new UnreadableFile(t.oldOpenApi(version));
  return references;
}

/** A path as it stands in a reference. */
function keyOf(path: string): string {
  return path.replaceAll('#', '%23');
}

/** Files of JSON and YAML that are read when something refers to them. References in them name the file that they lead to, as it was given. */
class Files {
  private readonly texts: ReadonlyMap<string, TextFile>;
  private readonly read = new Map<string, unknown>();
  private readonly referred = new Map<string, Set<string>>();
  /** By their last name, which is all that a window knows; null for one that several have. */
  private readonly byName = new Map<string, string | null>();

  constructor(texts: readonly TextFile[]) {
    this.texts = new Map(texts.map((file) => [keyOf(file.path), file]));
    for (const path of this.texts.keys()) {
      const name = nameIn(path);
      this.byName.set(name, this.byName.has(name) ? null : path);
    }
  }

  /** Undefined for a file that was not given, or cannot be read. */
  content(path: string): unknown {
    const file = this.texts.get(path);
    if (file === undefined || this.read.has(path)) return this.read.get(path);
    this.read.set(path, undefined);
    try {
      const content = parseJsonOrYaml(file.text);
      const referred = new Set<string>();
      this.named(content, path, referred, new Set());
      this.referred.set(path, referred);
      this.read.set(path, content);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
    }
    return this.read.get(path);
  }

  /** The files that some others refer to, and those that these refer to. */
  referredBy(paths: readonly string[]): Set<TextFile> {
    const found = new Set<TextFile>();
    const waiting = [...paths];
    for (const path of waiting)
      for (const next of this.referred.get(path) ?? []) {
        const file = this.texts.get(next);
        if (next === path || file === undefined || found.has(file)) continue;
        if (this.content(next) === undefined) continue;
        found.add(file);
        waiting.push(next);
      }
    return found;
  }

  /** Gives each reference in a value the name of its file. */
  private named(value: unknown, path: string, referred: Set<string>, seen: Set<unknown>): void {
    // What has an alias is there several times.
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    for (const inner of Object.values(value)) this.named(inner, path, referred, seen);
    const reference = isObject(value) ? value['$ref'] : undefined;
    if (typeof reference !== 'string') return;
    const [file = '', ...pointer] = reference.split('#');
    const target = file === '' ? path : this.pathOf(file, path);
    if (target === null) return;
    referred.add(target);
    Reflect.set(value, '$ref', `${target}#${pointer.join('#')}`);
  }

  /** The path of the file that a reference leads to; null if it was not given. @param from of the file with the reference */
  private pathOf(reference: string, from: string): string | null {
    if (/^(?:[a-z][a-z\d+.-]+:|\/\/)/i.test(reference)) return null;
    const names = [reference, decoded(reference)].map((name) => keyOf(name.replaceAll('\\', '/')));
    const exact = names.map((name) => joined(from, name)).find((path) => this.texts.has(path));
    const other = this.byName.get(nameIn(names.at(-1) ?? '')) ?? null;
    return exact ?? (other === from ? null : other);
  }
}

const nameIn = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function joined(from: string, name: string): string {
  const parts: string[] = [];
  const folder = name.startsWith('/') ? '' : from.slice(0, from.lastIndexOf('/') + 1);
  for (const part of `${folder}${name}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
