/** The operations of an OpenAPI document, as an import makes steps of them. */
import type { KnownOperation } from '../../collections/operations-file.ts';
import type { OperationRef, RequestStep, Step } from '../../collections/steps.ts';
import type { Folder } from '../model.ts';

export interface Offered {
  ref: OperationRef;
  /** Its tag; null for none. */
  flow: string | null;
  step: Step;
  request: RequestStep;
  /** What the import says about it. */
  notes: readonly string[];
}

/** @param folder as an import has made it of a document */
export function offeredIn(folder: Folder): Offered[] {
  return folder.children.flatMap((child): Offered[] => {
    if (child.kind === 'folder') return offeredIn(child);
    const { step, origin } = child;
    const { openapi, request } = step;
    return openapi === undefined || request === undefined || origin === undefined
      ? []
      : [{ ref: openapi, step, request, ...origin }];
  });
}

export function knownOf({ ref, flow, request, step: { about } }: Offered): KnownOperation {
  return {
    ...ref,
    ...(flow === null ? {} : { flow }),
    request,
    ...(about === undefined ? {} : { about }),
  };
}

/** What the file of a folder that was made of a document has. */
export function operationsIn(folder: Folder): KnownOperation[] {
  return offeredIn(folder).map(knownOf);
}

/** The same for one operation and example. */
export function keyOf({ operation, example = '' }: OperationRef): string {
  return JSON.stringify([operation, example]);
}
