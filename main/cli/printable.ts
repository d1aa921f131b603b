/**
 * What banks and files have written, on a terminal and in the log of a pipeline. Unchanged, it could colour, clear or rename the
 * terminal, swap the order in which a line is read, add lines of its own, and give commands to GitHub Actions, Azure Pipelines or TeamCity.
 */
import { UNSEEN } from '../../shared/names.ts';

const UNSAFE = new RegExp(`[${UNSEEN}]`, 'g');
/** GitHub looks for its commands behind the blanks that a line begins with. */
const COMMAND = /^(\s*):(?=:)/;
/** GitHub’s older commands and those of Azure Pipelines and TeamCity count anywhere in a line. */
const INNER_COMMAND = /##(?=\[|vso\[|teamcity\[)/gi;

/** One line, whatever it contains: all that is unsafe becomes visible, such as `\u001b` and `\n`. */
export function printableLine(line: string): string {
  return line
    .replaceAll('\r', String.raw`\r`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll(UNSAFE, escaped)
    .replace(COMMAND, (_, blanks: string) => `${blanks}${escaped(':')}`)
    .replaceAll(INNER_COMMAND, `#${escaped('#')}`);
}

/** Several lines. */
export function printable(text: string): string {
  return text.split('\n').map(printableLine).join('\n');
}

/** JSON in one line with the same value: all that is unsafe can only be inside its texts, where it is escaped. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll(UNSAFE, escaped)
    .replaceAll(INNER_COMMAND, `#${escaped('#')}`);
}

/** For XML 1.0, in texts and attributes, after what XML cannot contain has been taken out. */
export function printableXml(xml: string): string {
  return xml.replaceAll(UNSAFE, reference).replaceAll(INNER_COMMAND, `#${reference('#')}`);
}

const escaped = (character: string) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const reference = (character: string) => `&#${character.charCodeAt(0)};`;
