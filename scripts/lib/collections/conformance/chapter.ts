/** A chapter of the rules. */
import type { Step } from '../../../../shared/collections/steps.ts';
import type { Draft } from '../draft.ts';

/** A folder whose name on disk follows from its title. */
export const chapter = (name: string, ...items: (Step | Draft)[]): Draft => ({
  folder: name.toLowerCase().replaceAll(' ', '-'),
  name,
  items,
});
