/** Splits files of requests (.http, .rest) at `###`. */
import { withoutLast } from '../../linear-text.ts';
import { isSecretName, isSecretValue } from '../secrets.ts';

/** What stands between two separators. */
export interface HttpBlock {
  /** Behind the separator; may be empty. */
  title: string;
  /** By which other requests name this one; may be empty. */
  id: string;
  /** Comments before the request. */
  comments: string[];
  /** `# @no-redirect` and others, without the sign. */
  settings: string[];
  /** Variables for which a person is asked. */
  prompts: string[];
  variables: { name: string; value: string }[];
  /** The request line with those that continue it, and the headers. Empty if there is no request. */
  head: string[];
  body: string[];
  /** Whether lines of the body were comments. */
  hasComments: boolean;
  /** Scripts before and after the request, as texts. */
  before: string[];
  after: string[];
  /** Files that are scripts, and those to which the response goes. */
  scriptFiles: string[];
  responseFiles: string[];
}

const nothing = (title: string): HttpBlock => ({
  title,
  id: '',
  comments: [],
  settings: [],
  prompts: [],
  variables: [],
  head: [],
  body: [],
  hasComments: false,
  before: [],
  after: [],
  scriptFiles: [],
  responseFiles: [],
});

/** @returns the blocks in their order; the first one stands before every separator */
export function httpBlocksOf(text: string): HttpBlock[] {
  const blocks = [nothing('')];
  let isBody = false;
  // The list into which the lines of an open script go.
  let script: string[] | null = null;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const block = blocks.at(-1) ?? nothing('');
    const [, title] = /^###(.*)$/.exec(line) ?? [];
    if (script !== null) script = intoScript(script, line);
    else if (title !== undefined) {
      blocks.push(nothing(withoutLast(title.replace(/^[#=\-\s]+/, '').trimEnd(), '#').trimEnd()));
      isBody = false;
    } else if (isBody || !/^\s*$/.test(line)) {
      const opened = addLine(block, line, isBody);
      if (opened !== null) script = intoScript(opened.scripts, opened.rest);
    } else isBody = block.head.length > 0;
  }
  return blocks;
}

/** @returns the list of scripts into which the rest of the line goes, if it opens one */
function addLine(
  block: HttpBlock,
  line: string,
  isBody: boolean,
): { scripts: string[]; rest: string } | null {
  const isBefore = block.head.length === 0;
  const [, sign = '', rest = ''] = /^\s*([<>])\s*\{%(.*)$/.exec(line) ?? [];
  const [, kind = '', file = ''] = /^(<>|>>!?|[<>])[ \t]+(\S.*)$/.exec(line) ?? [];
  const [, comment] = /^\s*(?:#|\/\/)(.*)$/.exec(line) ?? [];
  if (sign !== '' && (sign === '>' || isBefore)) {
    const scripts = sign === '>' ? block.after : block.before;
    scripts.push('');
    return { scripts, rest };
  }
  if (kind.startsWith('>>')) block.responseFiles.push(file.trim());
  // The response that was received last is not part of the request.
  else if (kind === '<>') return null;
  else if ((kind === '>' && /\.\w*js\s*$/.test(file)) || (kind === '<' && isBefore))
    block.scriptFiles.push(file.trim());
  else if (comment !== undefined) addComment(block, comment.trim(), isBody);
  else if (isBody) block.body.push(line);
  else if (!isBefore || !addVariable(block, line)) block.head.push(line);
  return null;
}

/** Adds a line to the last script. @returns the scripts if it goes on */
function intoScript(scripts: string[], line: string): string[] | null {
  const end = line.indexOf('%}');
  scripts.push(`${scripts.pop() ?? ''}${end < 0 ? line : line.slice(0, end)}\n`);
  return end < 0 ? scripts : null;
}

function addComment(block: HttpBlock, text: string, isBody: boolean): void {
  const [, setting, value = ''] = /^@([A-Za-z][\w-]*)(?:\s*=)?(.*)$/.exec(text) ?? [];
  if (isBody) block.hasComments = true;
  else if (setting === undefined) {
    if (block.head.length === 0 && !isSecret(text)) block.comments.push(text);
  } else if (setting === 'name') block.id = value.trim();
  else if (setting === 'prompt') block.prompts.push(value.trim().split(/\s/, 1)[0] ?? '');
  // A variable that is switched off is none.
  else if (!text.includes('=')) block.settings.push(setting);
}

/** Whether it is a header or variable that is switched off, with a secret. */
function isSecret(comment: string): boolean {
  const [, name, value = ''] = /^([\w-]+)\s?[:=](.*)$/.exec(comment) ?? [];
  return name !== undefined && (isSecretName(name) || isSecretValue(value.trim()));
}

/** `@name = value` */
function addVariable(block: HttpBlock, line: string): boolean {
  const [, name, value = ''] = /^\s*@([^\s=]+)\s*=(.*)$/.exec(line) ?? [];
  if (name !== undefined) block.variables.push({ name, value: value.trim() });
  return name !== undefined;
}
