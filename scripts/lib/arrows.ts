/**
 * Checks dependencies: cycles between files and folders, and imports from a higher layer. Pure: it works on a list of
 * imports.
 */
import type { Import } from './imports.ts';

/**
 * A folder whose parts form layers, lowest first. A part imports only from its own layer and from those below it. A
 * part is a subfolder, or a file directly in the folder.
 */
export interface Floor {
  folder: string;
  layers: readonly (readonly string[])[];
}

/** A folder whose parts do not import each other. */
export interface Apart {
  folder: string;
  /** The file that lists the parts and may import each of them. No part imports it. */
  list?: string;
  /** The parts that this applies to; all parts of the folder if omitted. */
  among?: readonly string[];
}

/** The public files of a folder: files outside `folder` import only `files` from it. */
export interface Door {
  folder: string;
  files: readonly string[];
}

/** Something that certain files must not import, whatever the layers permit. */
export interface Closed {
  folder: string;
  to: string;
  reason: string;
}

/** Every cycle between folders or files, one sentence per cycle; empty if there are none. */
export function ringsOf(imports: readonly Import[]): string[] {
  const folders = new Set(imports.flatMap(({ from, to }) => [...foldersOf(from), ...foldersOf(to)]));
  return [...folders].sort().flatMap((folder) => {
    const arrows = arrowsIn(folder, imports);
    const ring = ringOf(arrows);
    if (ring === null) return [];
    const steps = ring.map((part, at) => {
      const next = ring[(at + 1) % ring.length] ?? part;
      const example = arrows.get(part)?.get(next);
      return `${part} → ${next} (${example?.from} imports ${example?.to})`;
    });
    return [`Cycle in ${folder === '' ? 'the project' : folder}: ${steps.join(', ')}`];
  });
}

/** Every import from a higher layer, or from a part without a layer, one sentence per import. */
export function climbing(imports: readonly Import[], floors: readonly Floor[]): string[] {
  return floors.flatMap(({ folder, layers }) => {
    const level = (part: string) => layers.findIndex((layer) => layer.includes(part));
    const problems = imports.flatMap(({ from, to }) => {
      const [a, b] = [partOf(folder, from), partOf(folder, to)];
      if (a === null || b === null || a === b) return [];
      const nameless = [a, b].filter((part) => level(part) < 0);
      if (nameless.length > 0)
        return nameless.map(
          (part) => `${folder}/${part} has no layer. Add it to a layer in scripts/check-arrows.ts.`,
        );
      if (level(a) < level(b))
        return [`${from} imports ${to}: in ${folder}, ${a} is in a lower layer than ${b}.`];
      return [];
    });
    return [...new Set(problems)];
  });
}

/** Every import between parts that must not import each other, one sentence per import. */
export function closeTogether(imports: readonly Import[], apart: readonly Apart[]): string[] {
  return apart.flatMap(({ folder, list, among }) =>
    imports.flatMap(({ from, to }) => {
      const [a, b] = [partOf(folder, from), partOf(folder, to)];
      if (a === null || b === null || a === b || a === list) return [];
      if (among !== undefined && !(among.includes(a) && among.includes(b))) return [];
      return [`${from} imports ${to}: the parts of ${folder} must not import each other.`];
    }),
  );
}

/** Every import that bypasses the public files of a folder, one sentence per import. */
export function pastDoors(imports: readonly Import[], doors: readonly Door[]): string[] {
  return doors.flatMap(({ folder, files }) =>
    imports
      .filter(({ from, to }) => !isBelow(from, folder) && isBelow(to, folder) && !files.includes(to))
      .map(({ from, to }) => `${from} imports ${to}: import ${folder} only through ${files.join(' or ')}.`),
  );
}

/** Every import of something that is closed to the importing file, one sentence per import. */
export function trespassing(imports: readonly Import[], closed: readonly Closed[]): string[] {
  return closed.flatMap(({ folder, to: target, reason }) =>
    imports
      .filter(({ from, to }) => isBelow(from, folder) && isBelow(to, target) && !isBelow(from, target))
      .map(({ from, to }) => `${from} imports ${to}: ${reason}`),
  );
}

/** The number of dependencies between the parts of a folder, and of the imports that cause them. */
export function countArrows(folder: string, imports: readonly Import[]): { arrows: number; imports: number } {
  const between = imports.flatMap(({ from, to }) => {
    const [a, b] = [partOf(folder, from), partOf(folder, to)];
    return a === null || b === null || a === b ? [] : [`${a} ${b}`];
  });
  return { arrows: new Set(between).size, imports: between.length };
}

function isBelow(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}

/** The subfolder or file of `folder` that `file` belongs to; null if it is outside. */
function partOf(folder: string, file: string): string | null {
  const rest = folder === '' ? file : isBelow(file, folder) ? file.slice(folder.length + 1) : null;
  return rest === null ? null : (rest.split('/', 1)[0] ?? null);
}

function foldersOf(file: string): string[] {
  const names = file.split('/').slice(0, -1);
  return ['', ...names.map((_, at) => names.slice(0, at + 1).join('/'))];
}

type Arrows = ReadonlyMap<string, ReadonlyMap<string, Import>>;

/** The dependencies between the parts of a folder, each with one import as an example. */
function arrowsIn(folder: string, imports: readonly Import[]): Arrows {
  const arrows = new Map<string, Map<string, Import>>();
  for (const one of imports) {
    const [a, b] = [partOf(folder, one.from), partOf(folder, one.to)];
    if (a === null || b === null || a === b) continue;
    const out = arrows.get(a) ?? new Map<string, Import>();
    if (!out.has(b)) out.set(b, one);
    arrows.set(a, out);
  }
  return arrows;
}

/** The parts of one cycle in order, or null. */
function ringOf(arrows: Arrows): string[] | null {
  const done = new Set<string>();
  const search = (part: string, path: readonly string[]): string[] | null => {
    const at = path.indexOf(part);
    if (at >= 0) return path.slice(at);
    if (done.has(part)) return null;
    for (const next of arrows.get(part)?.keys() ?? []) {
      const found = search(next, [...path, part]);
      if (found) return found;
    }
    done.add(part);
    return null;
  };
  for (const part of arrows.keys()) {
    const found = search(part, []);
    if (found) return found;
  }
  return null;
}
