/**
 * Escapes text of banks and files for terminals and pipeline logs. Unescaped, it could style, clear or rename the terminal, reverse
 * the reading order, forge lines, and give commands to GitHub Actions, Azure Pipelines or TeamCity.
 */
import { UNSEEN } from '../../shared/names.ts';

const UNSAFE = new RegExp(`[${UNSEEN}]`, 'g');
/** GitHub accepts commands after leading spaces. */
const COMMAND = /^(\s*):(?=:)/;
/** GitHub’s older commands and those of Azure Pipelines and TeamCity work anywhere in a line. */
const INNER_COMMAND = /##(?=\[|vso\[|teamcity\[)/gi;

/** Escapes line breaks, too. */
export function printableLine(line: string): string {
  return line
    .replaceAll('\r', String.raw`\r`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll(UNSAFE, escaped)
    .replace(COMMAND, (_, blanks: string) => `${blanks}${escaped(':')}`)
    .replaceAll(INNER_COMMAND, `#${escaped('#')}`);
}

export function printable(text: string): string {
  return text.split('\n').map(printableLine).join('\n');
}

/** JSON on one line with the same value: unsafe characters occur only in strings. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll(UNSAFE, escaped)
    .replaceAll(INNER_COMMAND, `#${escaped('#')}`);
}

/** For text and attributes of XML 1.0. @param xml without forbidden characters */
export function printableXml(xml: string): string {
  return xml.replaceAll(UNSAFE, reference).replaceAll(INNER_COMMAND, `#${reference('#')}`);
}

const escaped = (character: string) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const reference = (character: string) => `&#${character.charCodeAt(0)};`;
