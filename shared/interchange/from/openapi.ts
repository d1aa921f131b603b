/** OpenAPI 3.0 and 3.1 documents: a step for each operation, or for each example of its body. */
import type { OperationRef } from '../../collections/steps.ts';
import { interchange as t } from '../../texts/interchange.ts';
import { withoutLast } from '../../linear-text.ts';
import type { ForeignAuth, ForeignBody, Pair } from '../foreign.ts';
import type { Importing } from '../importing.ts';
import type { Folder } from '../model.ts';
import { UnreadableFile } from '../parse.ts';
import { isAboutPsu, isFilledIn, signingKeyOf } from '../sent-headers.ts';
import { at, isObject, listAt, membersAt, objectOf, textAt, textOf } from '../values.ts';
import { exampleOf, References } from './schema-example.ts';
import { MAX_BODY_EXAMPLES } from '../../limits.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

export function isOpenApi(file: unknown): boolean {
  return at(file, 'openapi') !== undefined || at(file, 'swagger') !== undefined;
}

/** @throws UnreadableFile for earlier versions */
export function readOpenApi(importing: Importing, root: Folder, file: unknown): string {
  if (!textAt(file, 'openapi').startsWith('3')) throw new UnreadableFile(t.oldOpenApi);
  new Reader(importing, root, file).read();
  root.fromOpenApi = true;
  return textAt(file, 'info', 'title');
}

class Reader {
  private readonly importing: Importing;
  private readonly root: Folder;
  private readonly file: unknown;
  private readonly references: References;
  private readonly folders = new Map<string, Folder>();

  constructor(importing: Importing, root: Folder, file: unknown) {
    this.importing = importing;
    this.root = root;
    this.file = file;
    this.references = new References(file);
  }

  read(): void {
    const { importing, root, file } = this;
    importing.describe(root, textAt(file, 'info', 'description'));
    for (const [name] of membersAt(file, 'components', 'securitySchemes')) this.scheme(name);
    for (const tag of listAt(file, 'tags')) this.folder(textAt(tag, 'name'), textAt(tag, 'description'));
    for (const [path, given] of membersAt(file, 'paths')) {
      if (path.startsWith('x-')) continue;
      const notes: string[] = [];
      const item = this.references.follow(given, (note) => notes.push(note));
      if (!isObject(item)) {
        importing.out.lost('path', [path], notes[0] ?? t.notAnItem);
        continue;
      }
      for (const method of METHODS)
        if (item[method] !== undefined) this.operation(path, method, item, item[method]);
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
    const parameters = this.parameters(item, operation, note);
    const server =
      textAt(operation, 'servers', 0, 'url') || textAt(item, 'servers', 0, 'url') || this.server();
    const bodies = this.bodies(operation, note);
    for (const { title, example, body } of bodies) {
      const made = this.importing.request(folder, names, {
        name: title === '' ? name : `${name} (${title})`,
        method,
        url: `${withoutLast(server, '/')}${path}`,
        ...parameters,
        body,
        auth: this.auth(operation),
        documentation: title === '' || title === bodies[0]?.title ? textAt(operation, 'description') : '',
        tags: [textAt(operation, 'operationId')],
        openapi: refOf(`${method.toUpperCase()} ${path}`, textAt(operation, 'operationId'), example),
      });
      for (const sentence of notes) made?.entry.changed(sentence);
      const statuses = membersAt(operation, 'responses').map(([status]) => status);
      const success = statuses.find((status) => /^2\d\d$/.test(status));
      if (made === null) continue;
      if (success !== undefined)
        made.step.expect = [{ that: { of: 'status' }, must: { is: 'equal', to: Number(success) } }];
      if (statuses.filter((status) => status.startsWith('2')).length > 1) made.entry.changed(t.otherStatus);
    }
    for (const [callback] of membersAt(operation, 'callbacks'))
      this.importing.out.lost('callback', [...names, name, callback], t.callback);
  }

  private server(): string {
    const server = at(this.file, 'servers', 0);
    return textAt(server, 'url').replaceAll(
      /\{([^{}]+)\}/g,
      (whole, name: string) => textAt(server, 'variables', name, 'default') || whole,
    );
  }

  private parameters(
    item: unknown,
    operation: unknown,
    note: (sentence: string) => void,
  ): { params: Pair[]; query: Pair[]; headers: Pair[] } {
    const found = { params: [] as Pair[], query: [] as Pair[], headers: [] as Pair[] };
    const given = new Map<string, unknown>();
    for (const one of [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')]) {
      const parameter = this.references.follow(one, note);
      if (isObject(parameter))
        given.set(`${textAt(parameter, 'in')} ${textAt(parameter, 'name')}`, parameter);
    }
    const filledIn: string[] = [];
    for (const parameter of given.values()) {
      const name = textAt(parameter, 'name');
      if (textAt(parameter, 'in') === 'header' && isFilledIn(name)) {
        filledIn.push(name);
        continue;
      }
      const required = at(parameter, 'required') === true;
      if (textAt(parameter, 'in') === 'header' && !required && isAboutPsu(name)) continue;
      const value = this.valueOf(parameter, note);
      switch (textAt(parameter, 'in')) {
        case 'path':
          found.params.push({ name, value });
          break;
        case 'cookie':
          note(t.cookieParameter(name));
          break;
        case 'header':
        case 'query': {
          if (!required && value === '') {
            note(t.optionalParameter(name));
            break;
          }
          const list = textAt(parameter, 'in') === 'query' ? found.query : found.headers;
          list.push({ name, value: value === '' ? `{{${name}}}` : value });
          break;
        }
        default:
          note(t.notAnItem);
      }
    }
    if (filledIn.length > 0) note(t.signing(filledIn.join(', ')));
    return found;
  }

  /** The example of a parameter as a text; empty if there is none. */
  private valueOf(parameter: unknown, note: (sentence: string) => void): string {
    const [, named] = membersAt(parameter, 'examples')[0] ?? [];
    const schema = this.references.follow(at(parameter, 'schema'), note);
    const values = [
      at(parameter, 'example'),
      at(this.references.follow(named, note), 'value'),
      at(schema, 'example'),
      at(schema, 'default'),
      at(schema, 'const'),
      at(schema, 'examples', 0),
      at(parameter, 'required') === true ? at(schema, 'enum', 0) : undefined,
    ];
    return values.map(textOf).find((value) => value !== '') ?? '';
  }

  /** One for each example. A title tells several apart. */
  private bodies(
    operation: unknown,
    note: (sentence: string) => void,
  ): { title: string; example: string; body: ForeignBody | null }[] {
    const body = this.references.follow(at(operation, 'requestBody'), note);
    // Many operations may refer to the same large example.
    const content = this.importing.isFull ? [] : membersAt(body, 'content');
    const [type, media] = content.find(([type]) => /json/i.test(type)) ?? content[0] ?? [];
    if (type === undefined) return [{ title: '', example: '', body: null }];
    const others = content.map(([other]) => other).filter((other) => other !== type);
    if (others.length > 0) note(t.mediaType(others.join(', ')));
    const single = at(media, 'example');
    if (single !== undefined) return [{ title: '', example: '', body: bodyOf(type, single) }];
    const examples = membersAt(media, 'examples')
      .slice(0, MAX_BODY_EXAMPLES)
      .flatMap(([title, example]) => {
        const value = at(this.references.follow(example, note), 'value');
        return value === undefined ? [] : [{ title, example: title, body: bodyOf(type, value) }];
      });
    if (examples.length === 1) return examples.map((one) => ({ ...one, title: '' }));
    if (examples.length > 1) return examples;
    note(t.schemaExample);
    const made = exampleOf(at(media, 'schema'), this.references, note);
    return [{ title: '', example: '', body: made === undefined ? null : bodyOf(type, made) }];
  }

  private scheme(name: string): void {
    const scheme = this.references.follow(at(this.file, 'components', 'securitySchemes', name), () => {});
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
        const auth = authOf(
          this.references.follow(at(this.file, 'components', 'securitySchemes', name), () => {}),
        );
        if (auth !== null && auth.kind !== 'other' && signingKeyOf(auth) === null) return auth;
      }
    return null;
  }
}

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

function bodyOf(type: string, value: unknown): ForeignBody {
  if (/x-www-form-urlencoded/i.test(type))
    return {
      kind: 'form',
      fields: Object.entries(objectOf(value)).map(([name, field]) => ({ name, value: plain(field) })),
    };
  if (/^multipart\//i.test(type))
    return {
      kind: 'multipart',
      parts: Object.entries(objectOf(value)).map(([name, field]) => ({
        name,
        value: plain(field),
        type: null,
        file: null,
      })),
    };
  return {
    kind: 'text',
    text: typeof value === 'string' && !/json/i.test(type) ? value : (JSON.stringify(value, null, 2) ?? ''),
    type,
  };
}

const plain = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : textOf(value));
