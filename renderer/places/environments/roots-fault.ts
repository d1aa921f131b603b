/** Which refusals of the core are about the trusted roots of an environment. */
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.environments;

const NUMBER = 7;
const [BEFORE_NUMBER = ''] = t.rootNoCertificate(NUMBER).split(String(NUMBER));

/** Only the core can read certificates of every kind, so its sentence is shown at the field. */
export function isAboutRoots(message: string): boolean {
  return message === t.rootsNotPem || message.startsWith(BEFORE_NUMBER);
}
