/** What an import brings and an export takes: folders and steps without files, and a report about every item of the source. */
import type { Repeats, Settings } from '../collections/settings.ts';
import type { Step } from '../collections/steps.ts';
import type { Role } from '../collections/tree.ts';
import type { JsonValue } from '../collections/value-text.ts';

export interface Folder {
  kind: 'folder';
  role: Role;
  name: string;
  settings: Settings;
  /** Of a group. */
  repeats: Repeats;
  children: Item[];
  /** In the tree that it was read from; empty for one of another program. */
  path: string;
  /** Made from an OpenAPI document, from a newer one of which it can be updated. */
  fromOpenApi?: true;
}

export type Item = Folder | StepItem;

export interface StepItem {
  kind: 'step';
  step: Step;
  /** Of a step that was made of an operation of an OpenAPI document. */
  origin?: {
    /** Its tag, which becomes a flow; null for none. */
    flow: string | null;
    /** What the report says about it. */
    notes: readonly string[];
  };
}

/** Where the requests of an import go, and the variables that the source keeps with that. */
export interface ImportedEnvironment {
  name: string;
  /** Null if the source does not say it. */
  baseUrl: string | null;
  variables: Record<string, JsonValue>;
  /** Names of variables whose values are not imported. */
  secrets: string[];
}

export const RESULTS = ['carried', 'changed', 'not carried'] as const;
export type Result = (typeof RESULTS)[number];

/** One item of the source and what became of it. */
export interface ReportItem {
  /** Request, folder, variable, script… */
  kind: string;
  /** With the folders around it, joined by ` / `. */
  name: string;
  result: Result;
  /** How it was changed, or why it was not carried: sentences. */
  notes: string[];
}

/** In the order of the source. */
export type Report = ReportItem[];

/** A file of the source. Nothing else is read. */
export interface SourceFile {
  /** From the folder that was chosen, joined by `/`; the name alone for a single file. */
  path: string;
  bytes: Uint8Array;
}

export const FORMATS = ['postman', 'openapi', 'har', 'curl', 'insomnia', 'opencollection'] as const;
export type Format = (typeof FORMATS)[number];

/** What a collection is exported to. */
export const EXPORTS = ['postman', 'har', 'curl', 'opencollection'] as const;
export type ExportFormat = (typeof EXPORTS)[number];

/** Whether an import brings nothing. */
export function isEmpty({
  tree: { children, settings },
  environments,
}: {
  tree: Folder;
  environments: readonly ImportedEnvironment[];
}): boolean {
  return children.length + environments.length === 0 && Object.keys(settings.variables).length === 0;
}

/** How many items of a report have each result. */
export function countsOf(report: Report): Record<Result, number> {
  const counts = { carried: 0, changed: 0, 'not carried': 0 };
  for (const { result } of report) counts[result]++;
  return counts;
}
