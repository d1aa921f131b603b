/** Text in SVG and HTML. What a bank has sent stays text. */
import { plain } from '../names.ts';
import { ownValue } from '../../own-value.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For element content and for attributes in quotes; without characters that XML does not allow. */
export function escaped(text: string): string {
  return plain(text).replaceAll(/[&<>"']/g, (character) => ownValue(ENTITIES, character) ?? '');
}
