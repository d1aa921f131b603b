/**
 * Files of requests (.http, .rest), as REST Client for Visual Studio Code and the HTTP Client of JetBrains read them, and the
 * environments of both. Scripts are data, and no file that one names is read.
 */
import type { Step } from '../../collections/steps.ts';
import { interchange as t } from '../../texts/interchange.ts';
import type { ForeignBody, Pair } from '../foreign.ts';
import type { Importing } from '../importing.ts';
import type { Folder } from '../model.ts';
import { partsOf } from '../multipart.ts';
import type { Entry } from '../report.ts';
import { at, isObject, jsonOrNothing, membersAt } from '../values.ts';
import { variableName } from '../variables.ts';
import { isCurl, pathOf, readCurl } from './curl.ts';
import { type HttpBlock, httpBlocksOf } from './http-blocks.ts';
import { HttpReferences } from './http-references.ts';
import { addTests } from './scripts.ts';

const FIRST_LINE =
  /^(?:(?:GET|HEAD|POST|PUT|DELETE|PATCH|OPTIONS|GRAPHQL)\s{1,9}(?:https?:\/\/|\/|\{\{)|https?:\/\/\S+$)/i;

/** Whether a text is such a file: by its requests, or by its name if it is no JSON. @param isWanted whether the user says so */
export function isHttp({ path, text }: { path: string; text: string }, isWanted: boolean): boolean {
  if (/^\s*[{[]/.test(text)) return false;
  return (
    isWanted ||
    /\.(?:http|rest)$/i.test(path) ||
    httpBlocksOf(text.slice(0, 20_000)).some(({ head: [line = ''] }) => FIRST_LINE.test(line.trim()))
  );
}

export function readHttp(importing: Importing, root: Folder, text: string): void {
  const blocks = httpBlocksOf(text);
  const references = new HttpReferences(blocks.map(({ id }) => id).filter((id) => id !== ''));
  for (const { name, value } of blocks.flatMap(({ variables }) => variables))
    if (!references.areValueOf(name, value))
      importing.variable(root, [], { name, value: references.written(value) });
  // Comments without a request are about the whole file.
  if (blocks[0]?.head.length === 0) importing.describe(root, blocks[0].comments.join('\n'));
  for (const block of blocks) if (block.head.length > 0) blockInto(importing, root, block, references);
  references.keep(importing);
}

function blockInto(importing: Importing, root: Folder, block: HttpBlock, references: HttpReferences): void {
  const { head, body, id, title, comments } = block;
  const name = title || id;
  const position = root.children.length;
  const [line = '', ...headers] = unfolded(head.map((one) => references.written(one)));
  const lines = body.map((one) => references.written(one));
  if (isCurl(line)) {
    const comment = name === '' ? '' : `# ${name}\n`;
    readCurl(importing, root, references.written(`${comment}${[...head, ...body].join('\n')}`));
  } else request(importing, root, block, { line, headers: headers.map(pairOf), body: lines });
  const made = root.children[position];
  const step = made?.kind === 'step' ? made.step : null;
  if (step !== null) references.made(id, step);
  if (step !== null && comments.length > 0) step.about = comments.join('\n');
  scripts(importing, [name || line], step, block);
}

/** The request line with those that continue it, and the headers. */
function unfolded(head: readonly string[]): string[] {
  const lines: string[] = [];
  for (const line of head) {
    const text = line.trim();
    const goesOn =
      (lines.length === 1 && /^[?&]/.test(text)) || (/^\s/.test(line) && !/^[\w-]+\s?:/.test(text));
    if (goesOn && lines.length > 0) lines.push(`${lines.pop() ?? ''}${lines.length > 0 ? ' ' : ''}${text}`);
    else lines.push(text);
  }
  return lines;
}

interface Message {
  line: string;
  headers: Pair[];
  body: string[];
}

function request(
  importing: Importing,
  root: Folder,
  block: HttpBlock,
  { line, headers, body }: Message,
): void {
  const { method, url } = methodAndUrl(line);
  const name = block.title || block.id || `${method} ${pathOf(url)}`;
  if (/^(?:GRPC|RSOCKET|WEBSOCKET)$/.test(method))
    return importing.out.lost('request', [name], t.notHttp(method));
  if (!/^(?:[a-z]+:|\/|\{\{|[\w.-]+(?::\d+)?(?:[/?]|$))/i.test(url) || /^(?:import|run)\s/.test(line))
    return importing.out.lost('request', [name], t.notAnItem);
  const isGraphql = method === 'GRAPHQL' || headers.some(isOfGraphql);
  const own = bodyOf(body, headers, isGraphql);
  const made = importing.request(root, [], {
    name,
    method: method === 'GRAPHQL' ? 'POST' : method,
    url,
    headers: headers.filter((pair) => !isOfGraphql(pair)),
    body: own,
  });
  if (made === null) return;
  if (own?.kind === 'text')
    for (const file of body.flatMap((one) => fileOf(one) ?? [])) made.entry.changed(t.bodyFile(file));
  say(importing, name, made.entry, block);
}

/** What of a block has no counterpart in a step. */
function say(importing: Importing, name: string, entry: Entry, block: HttpBlock): void {
  if (block.hasComments) entry.changed(t.bodyComments);
  for (const file of block.responseFiles) entry.changed(t.responseFile(file));
  for (const setting of block.settings) entry.changed(t.option(`@${setting}`));
  for (const variable of block.prompts)
    importing.out.item('variable', [name, variable]).changed(t.noDynamic('@prompt', variableName(variable)));
}

/** Without a method, a request is a GET. */
function methodAndUrl(line: string): { method: string; url: string } {
  const end = line.toUpperCase().lastIndexOf(' HTTP/');
  const text = end > 0 && /^\d/.test(line.slice(end + ' HTTP/'.length)) ? line.slice(0, end).trimEnd() : line;
  const [, method, url = ''] =
    /^([A-Z]+|get|head|post|put|delete|patch|options)(?:\s(.*))?$/s.exec(text) ?? [];
  return method === undefined
    ? { method: 'GET', url: text }
    : { method: method.toUpperCase(), url: url.trim() };
}

function pairOf(line: string): Pair {
  const colon = line.indexOf(':');
  return colon < 0 ? { name: line, value: '' } : { name: line.slice(0, colon), value: line.slice(colon + 1) };
}

const isOfGraphql = ({ name, value }: Pair) =>
  name.toLowerCase() === 'x-request-type' && value.trim().toLowerCase() === 'graphql';

/** The file that is read in place of a line. */
const fileOf = (line: string) => /^<(?:@\w*)?[ \t]+(\S.*)$/.exec(line)?.[1]?.trim() ?? null;

function bodyOf(lines: readonly string[], headers: readonly Pair[], isGraphql: boolean): ForeignBody | null {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value.trim() ?? null;
  const parts = partsOf(lines.join('\n'), type);
  if (parts !== null)
    return {
      kind: 'multipart',
      parts: parts.map((part) => ({ ...part, file: fileOf(part.value.trim()) ?? part.file })),
    };
  const texts = lines.filter((line) => fileOf(line) === null);
  const text = texts.join('\n').replace(/^\n+/, '').trimEnd();
  if (text === '') {
    const file = lines.flatMap((line) => fileOf(line) ?? [])[0];
    return file === undefined ? null : { kind: 'file', name: file };
  }
  if (isGraphql) return graphql(text);
  if (!/x-www-form-urlencoded/i.test(type ?? '')) return { kind: 'text', text, type: null };
  // A form may be written with each field in a line of its own.
  const fields = new URLSearchParams(texts.map((line) => line.trim()).join(''));
  return {
    kind: 'form',
    fields: Array.from(fields, ([name, value]) => ({ name: name.trim(), value: value.trim() })),
  };
}

/** A query and, below an empty line, its variables. */
function graphql(text: string): ForeignBody {
  const end = text.lastIndexOf('\n\n{');
  const query = end < 0 ? text : text.slice(0, end);
  const variables = jsonOrNothing(end < 0 ? '' : text.slice(end));
  return {
    kind: 'text',
    text: JSON.stringify({ query, variables }, null, 2),
    type: 'application/json',
    graphql: true,
  };
}

function scripts(importing: Importing, names: readonly string[], step: Step | null, block: HttpBlock): void {
  for (const file of block.scriptFiles) importing.out.lost('script', [...names, file], t.scriptFile);
  for (const text of block.before)
    if (text.trim() !== '') importing.out.lost('script', [...names, 'pre-request'], t.preScript);
  for (const text of block.after) if (text.trim() !== '') addTests(importing, names, step, text);
}

const OF_REST_CLIENT = 'rest-client.environmentVariables';

/** Whether a file has environments for files of requests: `http-client.env.json`, or settings of Visual Studio Code. */
export function isHttpEnvironments(file: unknown, path: string): boolean {
  return isObject(at(file, OF_REST_CLIENT)) || (isObject(file) && /\.env\.json$/i.test(path));
}

/** Each environment, which a second file may complete, and the variables that all of them share. */
export function readHttpEnvironments(
  importing: Importing,
  root: Folder,
  file: unknown,
  path: string,
): string {
  const all = membersAt(at(file, OF_REST_CLIENT) ?? file).filter(([, one]) => isObject(one));
  const secret = /\.private\.env\.json$/i.test(path);
  for (const [name, variables] of all) {
    const folder = name === '$shared' ? root : importing.environmentNamed(name);
    for (const [variable, value] of membersAt(variables)) {
      if (variable === 'SSLConfiguration') importing.out.lost('certificate', [name], t.certificates);
      else importing.variable(folder, [name], { name: variable, value, secret });
    }
  }
  return all[0]?.[0] ?? '';
}
