/** OpenAPI 3 documents: a step for each operation, or for each example of its body. */
import type { OperationRef } from '../../collections/steps.ts';
import { interchange as t } from '../../texts/interchange.ts';
import { withoutLast } from '../../linear-text.ts';
import type { ForeignAuth, ForeignBody, Pair } from '../foreign.ts';
import type { Importing } from '../importing.ts';
import type { Folder } from '../model.ts';
import { isAboutPsu, isFilledIn, signingKeyOf } from '../sent-headers.ts';
import { at, isObject, listAt, listOf, membersAt, objectOf, textAt, textOf } from '../values.ts';
import type { OpenApiSource } from './openapi-files.ts';
import { exampleOfParameter, parametersOf, variableOfParameter } from './parameters.ts';
import type { References } from './references.ts';
import { exampleOf } from './schema-example.ts';
import { MAX_BODY_EXAMPLES } from '../../limits.ts';

const SCHEMES = ['components', 'securitySchemes'];
const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** @throws UnreadableFile for a version that is not known */
export function readOpenApi(importing: Importing, root: Folder, { read }: OpenApiSource): string {
  const references = read();
  new Reader(importing, root, references).read();
  root.fromOpenApi = true;
  return textOf(references.at(references.document, ['info', 'title']));
}

class Reader {
  private readonly importing: Importing;
  private readonly root: Folder;
  private readonly file: unknown;
  private readonly references: References;
  private readonly servers: readonly { name: string; url: string }[];
  private readonly folders = new Map<string, Folder>();

  constructor(importing: Importing, root: Folder, references: References) {
    this.importing = importing;
    this.root = root;
    this.file = references.document;
    this.references = references;
    this.servers = this.serversOf(references.document);
  }

  read(): void {
    const { importing, root, file, references } = this;
    const note = (sentence: string) => importing.out.lost('reference', [], sentence);
    this.environments();
    importing.describe(root, textOf(references.at(file, ['info', 'description'], note)));
    for (const [name] of references.members(file, SCHEMES, note)) this.scheme(name);
    for (const tag of listOf(references.at(file, ['tags'], note)))
      this.folder(textAt(tag, 'name'), textAt(tag, 'description'));
    for (const [path, given] of references.members(file, ['paths'], note)) {
      if (path.startsWith('x-')) continue;
      const notes: string[] = [];
      const item = references.follow(given, (sentence) => notes.push(sentence));
      if (!isObject(item)) {
        importing.out.lost('path', [path], notes[0] ?? t.notAnItem);
        continue;
      }
      for (const method of METHODS) {
        const operation = references.at(item, [method], (sentence) =>
          importing.out.lost('request', [`${method.toUpperCase()} ${path}`], sentence),
        );
        if (operation !== undefined) this.operation(path, method, item, operation);
      }
    }
    for (const [name] of membersAt(file, 'webhooks')) importing.out.lost('webhook', [name], t.callback);
  }

  private folder(tag: string, description = ''): Folder {
    if (tag === '') return this.root;
    const known = this.folders.get(tag);
    if (known !== undefined) return known;
    const folder = this.importing.folderIn(this.root, [tag]);
    this.importing.describe(folder, description);
    this.folders.set(tag, folder);
    return folder;
  }

  private operation(path: string, method: string, item: unknown, operation: unknown): void {
    const tag = textAt(operation, 'tags', 0);
    const names = tag === '' ? [] : [tag];
    const folder = this.folder(tag);
    const name =
      textAt(operation, 'summary') || textAt(operation, 'operationId') || `${method.toUpperCase()} ${path}`;
    const notes: string[] = [];
    const note = (sentence: string) => notes.push(sentence);
    const { filled, query, headers } = this.parameters(path, item, operation, note);
    const server = withoutLast(
      this.server(operation) ?? this.server(item) ?? this.server(this.file) ?? '',
      '/',
    );
    const bodies = this.bodies(operation, note);
    for (const { title, example, body } of bodies) {
      const isFirst = title === bodies[0]?.title;
      const made = this.importing.request(folder, names, {
        name: title === '' ? name : `${name} (${title})`,
        method,
        url: `${server}${filled}${query}`,
        headers,
        body,
        auth: this.auth(operation),
        documentation: isFirst ? textAt(operation, 'description') : '',
        tags: [textAt(operation, 'operationId')],
        openapi: refOf(`${method.toUpperCase()} ${path}`, textAt(operation, 'operationId'), example),
      });
      for (const sentence of notes) made?.entry.changed(sentence);
      const statuses = this.references.members(operation, ['responses']).map(([status]) => status);
      const success = statuses.find((status) => /^2\d\d$/.test(status));
      if (made === null) continue;
      if (success !== undefined)
        made.step.expect = [{ that: { of: 'status' }, must: { is: 'equal', to: Number(success) } }];
      if (statuses.filter((status) => status.startsWith('2')).length > 1) made.entry.changed(t.otherStatus);
    }
    for (const [callback] of membersAt(operation, 'callbacks'))
      this.importing.out.lost('callback', [...names, name, callback], t.callback);
  }

  /** Of several servers of the document, each is an environment. */
  private server(owner: unknown): string | undefined {
    const [first, ...others] = owner === this.file ? this.servers : this.serversOf(owner);
    return others.length > 0 && owner === this.file ? `{{${SERVER}}}` : first?.url;
  }

  private environments(): void {
    if (this.servers.length < 2) return;
    for (const { name, url } of this.servers)
      this.importing.variable(this.importing.environment(name), [name], { name: SERVER, value: url });
  }

  /** The servers of a document, a path or an operation. */
  private serversOf(owner: unknown): { name: string; url: string }[] {
    const all = listOf(this.references.at(owner, ['servers']));
    // The workbench sends requests over HTTPS.
    const secure = all.filter((one) => !textAt(one, 'url').startsWith('http:'));
    return (secure.length > 0 ? secure : all).map((server) => {
      const url = withValues(textAt(server, 'url'), (name) => {
        const variable = at(server, 'variables', name);
        return textAt(variable, 'default') || textAt(variable, 'enum', 0) || `{{${name}}}`;
      });
      // A relative one begins at the place of the document, which nobody knows.
      const isWhole = /^(?:[a-z][a-z\d+.-]*:|\/\/|\{\{)/i.test(url);
      return {
        name: textAt(server, 'description') || url,
        url: isWhole ? url : `/${url.replace(/^[./]+/, '')}`,
      };
    });
  }

  /** The path with its parameters, the query with its question mark, and headers. */
  private parameters(
    path: string,
    item: unknown,
    operation: unknown,
    note: (sentence: string) => void,
  ): { filled: string; query: string; headers: Pair[] } {
    const inPath = new Map<string, string>();
    const query: string[] = [];
    const headers: Pair[] = [];
    const filledIn: string[] = [];
    for (const parameter of parametersOf(this.references, item, operation, note)) {
      const name = textAt(parameter, 'name');
      const place = textAt(parameter, 'in');
      const isRequired = parameter['required'] === true || place === 'path';
      if (place === 'header' && isFilledIn(name)) filledIn.push(name);
      else if (place === 'header' && !isRequired && isAboutPsu(name)) continue;
      else if (place === 'cookie') note(t.cookieParameter(name));
      else if (!/^(?:path|query|header)$/.test(place)) note(t.notAnItem);
      else {
        const example = exampleOfParameter(parameter, this.references, note);
        const text = example ?? (isRequired ? variableOfParameter(parameter) : null);
        if (text === null) note(t.optionalParameter(name));
        else if (place === 'path') inPath.set(name, text);
        else if (place === 'query') query.push(text);
        else headers.push({ name, value: text });
      }
    }
    if (filledIn.length > 0) note(t.signing(filledIn.join(', ')));
    const filled = withValues(path, (name) => inPath.get(name) ?? variableOfParameter({ in: 'path', name }));
    const [start = ''] = filled.split('?', 1);
    const before = filled.slice(start.length + 1);
    const search = [...(before === '' ? [] : [before]), ...query].join('&');
    return { filled: start, query: search === '' ? '' : `?${search}`, headers };
  }

  /** One for each example. A title tells several apart. */
  private bodies(
    operation: unknown,
    note: (sentence: string) => void,
  ): { title: string; example: string; body: ForeignBody | null }[] {
    const body = this.references.follow(at(operation, 'requestBody'), note);
    // Many operations may refer to the same large example.
    const content = this.importing.isFull ? [] : this.references.members(body, ['content'], note);
    const [type, given] = content.find(([type]) => /json/i.test(type)) ?? content[0] ?? [];
    const media = this.references.follow(given, note);
    if (type === undefined) return [{ title: '', example: '', body: null }];
    const others = content.map(([other]) => other).filter((other) => other !== type);
    if (others.length > 0) note(t.mediaType(others.join(', ')));
    const single = this.references.at(media, ['example'], note);
    if (single !== undefined) return [{ title: '', example: '', body: this.bodyOf(type, single, media) }];
    const examples = this.references
      .members(media, ['examples'], note)
      .slice(0, MAX_BODY_EXAMPLES)
      .flatMap(([title, example]) => {
        const value = this.references.at(example, ['value'], note);
        return value === undefined ? [] : [{ title, example: title, body: this.bodyOf(type, value, media) }];
      });
    if (examples.length === 1) return examples.map((one) => ({ ...one, title: '' }));
    if (examples.length > 1) return examples;
    const notes: string[] = [];
    const made = exampleOf(at(media, 'schema'), this.references, (sentence) => notes.push(sentence));
    if (made !== undefined) note(t.schemaExample);
    for (const sentence of notes) note(sentence);
    return [{ title: '', example: '', body: made === undefined ? null : this.bodyOf(type, made, media) }];
  }

  /** @param media with the schema and the encoding of the fields of a form */
  private bodyOf(type: string, value: unknown, media: unknown): ForeignBody {
    const isForm = /x-www-form-urlencoded/i.test(type);
    if (!isForm && !/^multipart\//i.test(type)) {
      const isText = typeof value === 'string' && !/json/i.test(type);
      return { kind: 'text', text: isText ? value : (JSON.stringify(value, null, 2) ?? ''), type };
    }
    const fields = Object.entries(objectOf(value)).flatMap(([name, field]) => {
      // A list is a field for each of its values, unless the document joins them.
      const isOne = at(media, 'encoding', name, 'explode') === false;
      const texts = Array.isArray(field) ? field.map(plain) : [plain(field)];
      const way = ['schema', 'properties', name];
      const formats = [way, [...way, 'items']].map((one) => textAt(this.references.at(media, one), 'format'));
      return (isOne ? [texts.join(',')] : texts).map((text) => ({
        name,
        value: text,
        type: null,
        file: formats.includes('binary') ? name : null,
      }));
    });
    return isForm ? { kind: 'form', fields } : { kind: 'multipart', parts: fields };
  }

  private scheme(name: string): void {
    const scheme = this.references.at(this.file, [...SCHEMES, name]);
    const entry = this.importing.out.item('authorization', [name]);
    const auth = authOf(scheme);
    const signing = signingKeyOf(auth);
    if (signing !== null) entry.lost(t.signing(signing));
    else if (auth?.kind === 'other')
      entry.lost(textAt(scheme, 'type') === 'mutualTLS' ? t.tls : t.authKind(auth.name));
    else entry.changed(t.authDropped);
  }

  /** The first that is neither a client certificate nor a header that the workbench writes. */
  private auth(operation: unknown): ForeignAuth | null {
    const required =
      isObject(operation) && Array.isArray(operation['security'])
        ? operation['security']
        : listAt(this.file, 'security');
    for (const requirement of required)
      for (const name of Object.keys(objectOf(requirement))) {
        const auth = authOf(this.references.at(this.file, [...SCHEMES, name]));
        if (auth !== null && auth.kind !== 'other' && signingKeyOf(auth) === null) return auth;
      }
    return null;
  }
}

/** The variable that has the address of each of several servers. */
const SERVER = 'server';

/** @param id and the name of the example are empty if there is none */
function refOf(operation: string, id: string, example: string): OperationRef {
  return { operation, ...(id === '' ? {} : { id }), ...(example === '' ? {} : { example }) };
}

function authOf(scheme: unknown): ForeignAuth | null {
  const type = textAt(scheme, 'type');
  if (type === 'oauth2' || type === 'openIdConnect') return { kind: 'oauth2', value: '' };
  if (type === 'apiKey' && /^(?:header|query)$/.test(textAt(scheme, 'in')))
    return {
      kind: 'key',
      in: textAt(scheme, 'in') === 'query' ? 'query' : 'header',
      name: textAt(scheme, 'name'),
      value: '',
    };
  const kind = textAt(scheme, 'scheme').toLowerCase();
  if (type === 'http' && (kind === 'bearer' || kind === 'basic')) return { kind, value: '' };
  return { kind: 'other', name: type === 'http' ? kind : type };
}

/** A template with values in the place of its `{name}`. Some write variables of a program, with two braces. */
function withValues(template: string, valueOf: (name: string) => string): string {
  return template.replaceAll(/\{\{[^{}]+\}\}|\{([^{}]+)\}/g, (whole, name: string | undefined) =>
    name === undefined ? whole : valueOf(name),
  );
}

const plain = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : textOf(value));
