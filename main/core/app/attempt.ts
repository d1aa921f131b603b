/** An import part by part: what cannot be added, for example because the disk is full, leaves the others as they are. */
import { texts } from '../../../shared/texts/texts.ts';
import { sentenceOf } from '../store/disk.ts';

/** Adds one part. @param none what has been added if that fails */
export type Attempt = <Added>(part: string, none: Added, add: () => Added) => Added;

/** @param left where a sentence is added for each part that was left out */
export function attempter(left: string[]): Attempt {
  return (part, none, add) => {
    try {
      return add();
    } catch (error) {
      left.push(texts.core.importAll.notSaved(part, sentenceOf(error)));
      return none;
    }
  };
}
