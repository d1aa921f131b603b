/** An import part by part: what cannot be added, for example because the disk is full, leaves the others as they are. */
import { texts } from '../../../shared/texts/texts.ts';
import { sentenceOf } from '../store/disk.ts';

/** Adds one part. @param none what has been added if that fails */
export type Attempt = <Added>(part: string, none: Added, add: () => Added | Promise<Added>) => Promise<Added>;

/** @param left where a sentence is added for each part that was left out @param end when nothing more is added */
export function attempter(left: string[], end: AbortSignal): Attempt {
  return async (part, none, add) => {
    end.throwIfAborted();
    try {
      return await add();
    } catch (error) {
      end.throwIfAborted();
      left.push(texts.core.importAll.notSaved(part, sentenceOf(error)));
      return none;
    }
  };
}
