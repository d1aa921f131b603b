/** One import while it runs: it makes steps and folders, collects secret variables, and writes the report. */
import type { Assertion } from '../collections/assertion.ts';
import { isDeepEqual } from '../collections/deep-equal.ts';
import { assertionsOf, assertionsText, captureOf, captureText } from '../collections/expectation-text.ts';
import { fileOfStep, stepOf } from '../collections/flow-step.ts';
import { NO_REPEATS, NO_SETTINGS } from '../collections/settings.ts';
import { type RequestStep, type Step, stepSchema } from '../collections/steps.ts';
import { inPlainWords } from '../schema-tools.ts';
import { VARIABLE_NAME } from '../collections/variable-name.ts';
import { stepOfComposed } from '../collections/request-step.ts';
import type { JsonValue } from '../collections/value-text.ts';
import { httpRequestSchema, operationAt, requestOf } from '../requests/http.ts';
import { readable } from '../requests/compose.ts';
import { interchange as t } from '../texts/interchange.ts';
import { type Address, addressOf, on } from './address.ts';
import { bodyOf } from './body.ts';
import type { ForeignAuth, ForeignBody, ForeignRequest, Pair } from './foreign.ts';
import { type Folder } from './model.ts';
import { type Entry, ReportWriter, wordsOf } from './report.ts';
import { isOfTransport, isOwnSignature, isSigning, lackingOf, signingKeyOf } from './sent-headers.ts';
import { changedPairs } from './secret-texts.ts';
import { hiddenSecret, isSecretName, isSecretValue } from './secrets.ts';
import { onlyVariable, variableName, variablesIn, withVariables } from './variables.ts';
import {
  MAX_IMPORT_BODIES_CHARS,
  MAX_IMPORT_FOLDERS,
  MAX_IMPORT_STEPS,
  MAX_REQUEST_NAME_CHARS,
} from '../limits.ts';

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

export class Importing {
  readonly out = new ReportWriter();
  private readonly secrets = new Set<string>();
  private readonly variables = new Map<string, { value: string; entry: Entry }[]>();
  private readonly origins = new Set<string>();
  private readonly entries = new Map<Step, Entry>();
  private steps = 0;
  private characters = 0;
  private readonly keepsText: boolean;
  private readonly keepsSignatures: boolean;

  /**
   * @param keepsText whether JSON bodies stay as they are written
   * @param keepsSignatures whether a request with a signature of its own stays the message that was signed
   */
  constructor({ keepsText = false, keepsSignatures = false } = {}) {
    this.keepsText = keepsText;
    this.keepsSignatures = keepsSignatures;
  }

  /** A folder without content. Where it is too deep, its parts go into the folder around it. */
  folder(name: string): Folder {
    return {
      kind: 'folder',
      role: 'group',
      name,
      settings: { ...NO_SETTINGS, variables: {} },
      repeats: NO_REPEATS,
      children: [],
      path: '',
    };
  }

  /** A folder inside another one. @param names of the folders around it and its own */
  folderIn(above: Folder, names: readonly string[]): Folder {
    const entry = this.out.item('folder', names);
    if (names.length > MAX_IMPORT_FOLDERS) {
      entry.lost(t.tooDeepFolder(MAX_IMPORT_FOLDERS));
      return above;
    }
    const folder = this.folder(fittingName(names.at(-1) ?? '', (note) => entry.changed(note)));
    above.children.push(folder);
    return folder;
  }

  /** A description of a folder, or of one that has become a part of it. */
  describe(folder: Folder, text: string, heading: string | null = null): void {
    const plain = text.trim();
    if (plain === '') return;
    const part = heading === null ? plain : `## ${heading}\n\n${plain}`;
    const { about } = folder.settings;
    folder.settings.about = about === undefined ? part : `${about}\n\n${part}`;
  }

  /** @param secret whether the source says that it is secret */
  variable(
    folder: Folder,
    names: readonly string[],
    {
      name,
      value,
      secret = false,
      off = false,
    }: { name: string; value: unknown; secret?: boolean; off?: boolean },
  ): Entry {
    const entry = this.out.item('variable', [...names, name]);
    if (name.trim() === '') entry.lost(t.noVariableName);
    else if (off) entry.lost(t.off(name));
    else {
      const own = variableName(name);
      if (own !== name) entry.changed(t.variableName(name, own));
      const known = this.variables.get(own);
      const given = { value: typeof value === 'string' ? value : '', entry };
      if (known === undefined) this.variables.set(own, [given]);
      else known.push(given);
      if (secret || isSecretName(name) || (typeof value === 'string' && isSecretValue(value)))
        this.secrets.add(own);
      const text = typeof value === 'string' ? withVariables(value, (note) => entry.changed(note)) : value;
      folder.settings.variables[own] = jsonValue(text, () => entry.changed(t.secretInside));
    }
    return entry;
  }

  /**
   * Makes a step of a request and puts it into a folder.
   * @param names of the folders around it
   * @returns the step, to which assertions and captures may be added, with its item of the report; null if it is not carried
   */
  request(
    folder: Folder,
    names: readonly string[],
    foreign: ForeignRequest,
  ): { step: Step; entry: Entry } | null {
    const entry = this.out.item('request', [...names, foreign.name]);
    const note = (sentence: string) => entry.changed(sentence);
    const method = httpRequestSchema.shape.method.safeParse(foreign.method.toUpperCase());
    if (!method.success) return lost(entry, t.method(foreign.method.toUpperCase()));
    if (++this.steps > MAX_IMPORT_STEPS) return lost(entry, t.tooManySteps(MAX_IMPORT_STEPS));
    if (this.isFull) return lost(entry, t.bodiesTooLarge(MAX_IMPORT_BODIES_CHARS / 1024 / 1024));
    if (foreign.body?.kind === 'text') this.characters += foreign.body.text.length;
    const written = this.written(foreign, note);
    const address = addressOf({ ...written, method: method.data }, (name) => this.valueOf(name), note);
    if (typeof address === 'string') return lost(entry, address);
    const own = this.stepRequest(method.data, written, address, entry);
    const name = fittingName(
      foreign.name,
      note,
      `${method.data} ${readable(address.path.split('?', 1)[0] ?? '')}`,
    );
    const tags = (foreign.tags ?? []).filter((tag) => tag !== '');
    const { openapi } = foreign;
    const about = (foreign.documentation ?? '').trim();
    const read = stepSchema.safeParse(
      {
        name,
        ...(about === '' ? {} : { about }),
        ...(tags.length === 0 ? {} : { tags }),
        request: own,
        ...(openapi === undefined ? {} : { openapi }),
      },
      inPlainWords,
    );
    if (!read.success) return lost(entry, t.invalid(read.error.issues[0]?.message ?? ''));
    const raw = fileOfStep(read.data);
    const again = typeof raw === 'string' ? raw : stepOf('request', raw, name);
    if (typeof again === 'string') return lost(entry, t.invalid(again));
    if (!again.ok) return lost(entry, t.invalid(again.mistake.text));
    const origin = { flow: names[0] === undefined ? null : folder.name, notes: entry.item.notes };
    folder.children.push({ kind: 'step', step: read.data, ...(openapi === undefined ? {} : { origin }) });
    this.entries.set(read.data, entry);
    this.sayOrigin(address);
    return { step: read.data, entry };
  }

  /** Whether there is no room for another body. */
  get isFull(): boolean {
    return this.characters > MAX_IMPORT_BODIES_CHARS;
  }

  /** Says that a step has another name than in the source. */
  renamed(step: Step, name: string): void {
    this.entries.get(step)?.changed(t.nameTaken(name));
  }

  /** Takes secret values away, when everything has been read. */
  finish(root: Folder): Folder {
    for (const [step, entry] of this.entries) {
      const { expect, keep } = step;
      if (expect !== undefined)
        step.expect = sayable(expect, (one) => entry.changed(t.assertionLeftOut(wordsOf(one))));
      if (keep !== undefined)
        step.keep = keep.filter((one) => {
          const isSaid = typeof captureOf(one.as, captureText(one)) !== 'string';
          if (!isSaid) entry.changed(t.captureLost(one.as));
          return isSaid;
        });
    }
    this.dropBases(root);
    for (const name of this.secrets) {
      removeVariable(root, name);
      for (const { entry } of this.variables.get(name) ?? []) entry.changed(t.secretVariable);
    }
    root.settings.secret = [...this.secrets].sort();
    return root;
  }

  /** A variable that only stands for the address of the bank is the base URL of the environment. */
  private dropBases(root: Folder): void {
    const bases = [...this.origins].flatMap((origin) => onlyVariable(origin) ?? []);
    if (bases.length === 0) return;
    const used = new Set<string>();
    addUsed(root, used);
    for (const name of bases)
      if (!used.has(name)) {
        removeVariable(root, name);
        for (const { entry } of this.variables.get(name) ?? []) entry.lost(t.baseVariable);
      }
  }

  private valueOf(name: string): string {
    return this.variables.get(name)?.at(-1)?.value ?? '';
  }

  /** The same request with the variables as a collection writes them. */
  private written(foreign: ForeignRequest, note: (sentence: string) => void): ForeignRequest {
    const text = (value: string) => withVariables(value, note);
    const pairs = (list: readonly Pair[] = []) =>
      list.map((pair) => ({ ...pair, name: text(pair.name), value: text(pair.value) }));
    const query = pairs(foreign.query).map((pair) => ({
      ...pair,
      value: pair.off === true ? pair.value : this.withoutSecret(pair.name, pair.value, note),
    }));
    return {
      ...foreign,
      url: this.secretsOfQuery(text(foreign.url), note),
      params: pairs(foreign.params),
      query,
      headers: pairs(foreign.headers),
    };
  }

  private secretsOfQuery(url: string, note: (sentence: string) => void): string {
    const start = url.indexOf('?');
    if (start < 0) return url;
    const query = changedPairs(url.slice(start + 1), (name, value) => this.withoutSecret(name, value, note));
    return `${url.slice(0, start)}?${query}`;
  }

  private stepRequest(method: Method, foreign: ForeignRequest, address: Address, entry: Entry): RequestStep {
    const headers = this.headersOf(foreign.headers ?? [], entry);
    const path = this.authorized(foreign.auth ?? null, headers, address.path, entry);
    const note = (sentence: string) => entry.changed(sentence);
    const secret = (name: string, value: string) =>
      this.withoutSecret(name, withVariables(value, note), note);
    const body = foreign.body
      ? bodyOf(
          withWrittenText(foreign.body, headers.get('content-type') ?? null, note),
          entry,
          secret,
          this.keepsText,
        )
      : null;
    const type = body?.type ?? null;
    // A boundary that the source gives is not that of the body.
    if (type !== null && (!headers.has('content-type') || type.startsWith('multipart/')))
      headers.set('content-type', type);
    // It is what the workbench sends with a body.
    if (body !== null && headers.get('content-type') === 'application/json') headers.delete('content-type');
    if (headers.has('signature'))
      for (const name of lackingOf((one) => headers.has(one), body !== null)) headers.set(name, '');
    const composed = requestOf({ method, path, headers: [...headers], body: '' });
    const line = composed.line === null ? null : readable(composed.line);
    // The line says everything about an operation that is not in the catalogue.
    const isKnown = operationAt(method, path) !== null;
    const query = Object.entries(isKnown ? composed.query : {}).filter(([, value]) => value !== '');
    const params = isKnown ? composed.params : {};
    return {
      ...stepOfComposed({ ...composed, params, query: Object.fromEntries(query), line }),
      ...body?.body,
    };
  }

  private headersOf(pairs: readonly Pair[], entry: Entry): Map<string, string> {
    const note = (sentence: string) => entry.changed(sentence);
    const headers = new Map<string, string>();
    const dropped = { signing: [] as string[], transport: [] as string[] };
    const keeps = this.keepsSignatures && pairs.some(isOwnSignature);
    for (const { name: given, value: text } of on(pairs, note)) {
      const name = given.trim().toLowerCase();
      const value = text.trim();
      if (isSigning(name) && !keeps) dropped.signing.push(given);
      else if (isOfTransport(name)) dropped.transport.push(given);
      else if (name === 'cookie') note(t.cookies);
      else if (!TOKEN.test(name) || name === '__proto__') note(t.headerName(given));
      else if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)) note(t.headerValue(given));
      else if (value === '') note(t.headerEmpty(given));
      else {
        const before = headers.get(name);
        if (before !== undefined) note(t.headerTwice(given));
        const own = isSigning(name) ? value : this.withoutSecret(given, value, note);
        headers.set(name, before === undefined || before === own ? own : `${before}, ${own}`);
      }
    }
    if (dropped.signing.length > 0) note(t.signing(dropped.signing.join(', ')));
    if (dropped.transport.length > 0) note(t.transport(dropped.transport.join(', ')));
    return headers;
  }

  /** Adds the header of an authorization; its secret becomes a variable. @returns the path, perhaps with one more parameter */
  private authorized(
    auth: ForeignAuth | null,
    headers: Map<string, string>,
    path: string,
    entry: Entry,
  ): string {
    if (auth === null || auth.kind === 'none') return path;
    if (auth.kind === 'other') {
      entry.changed(t.authKind(auth.name));
      return path;
    }
    const signing = signingKeyOf(auth);
    if (signing !== null) {
      entry.changed(t.signing(signing));
      return path;
    }
    const name = auth.kind === 'key' ? auth.name : AUTH_VARIABLES[auth.kind];
    const given = onlyVariable(withVariables(auth.value, () => {}));
    const variable = given ?? variableName(name);
    this.secrets.add(variable);
    if (given === null) entry.changed(t.authHeader(auth.kind === 'key' ? name : auth.kind, variable));
    if (auth.kind !== 'key') {
      if (!headers.has('authorization'))
        headers.set('authorization', `${auth.kind === 'basic' ? 'Basic' : 'Bearer'} {{${variable}}}`);
      return path;
    }
    if (auth.in === 'header') {
      if (TOKEN.test(name)) headers.set(name.toLowerCase(), `{{${variable}}}`);
      else entry.changed(t.headerName(name));
      return path;
    }
    return `${path}${path.includes('?') ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(`{{${variable}}}`)}`;
  }

  /** A value with a secret variable in its place if it is secret. */
  private withoutSecret(name: string, value: string, note: (sentence: string) => void): string {
    const found = hiddenSecret(name, value);
    if (found === null) return value;
    this.secrets.add(found.variable);
    if (found.isDropped) note(t.secret(name, found.variable));
    return found.value;
  }

  private sayOrigin({ origin, prefix }: Address): void {
    const where = origin ?? '';
    if (where !== '' && !this.origins.has(where)) {
      this.origins.add(where);
      this.out.item('address', [where]).changed(t.address(where));
    }
    if (prefix !== '' && !this.origins.has(where + prefix)) {
      this.origins.add(where + prefix);
      this.out.item('address', [where + prefix]).changed(t.prefix(prefix));
    }
  }
}

type Method = ReturnType<typeof httpRequestSchema.shape.method.parse>;

const AUTH_VARIABLES = { bearer: 'token', basic: 'basicCredentials', oauth2: 'accessToken' } as const;

/** The same with the variables as a collection writes them, and the type that a header gives it. */
function withWrittenText(
  body: ForeignBody,
  type: string | null,
  note: (sentence: string) => void,
): ForeignBody {
  if (body.kind !== 'text') return body;
  return { ...body, text: withVariables(body.text, note), type: body.type ?? type };
}

/** What JSON can say of a value of YAML, without the secret values inside. @param dropped called for each of them */
function jsonValue(value: unknown, dropped: () => void): JsonValue {
  if (typeof value === 'string') return value;
  const text = JSON.stringify(value, (name, inner: unknown) => {
    if (typeof inner !== 'string' || (!isSecretName(name) && !isSecretValue(inner))) return inner;
    dropped();
    return '';
  });
  return JSON.parse(text ?? '""') as JsonValue;
}

/** Assertions that a file can say: of each source one of a kind, and of a status a number. What has any other value is present. */
function sayable(all: readonly Assertion[], left: (one: Assertion) => void): Assertion[] {
  const said: Assertion[] = [];
  for (const one of all) {
    const isImplied = all.some(
      ({ that, must }) => !/^(?:present|absent)$/.test(must.is) && isDeepEqual(that, one.that),
    );
    if ((one.must.is === 'present' && isImplied) || said.some((before) => isDeepEqual(before, one))) continue;
    const text = assertionsText([...said, one]);
    if (typeof text !== 'string' && assertionsOf(text).ok) said.push(one);
    else left(one);
  }
  return said;
}

function lost(entry: Entry, why: string): null {
  entry.lost(why);
  return null;
}

/** A name that a step or folder may have. */
export function fittingName(name: string, note: (sentence: string) => void, otherwise = 'Unnamed'): string {
  const plain = name.replaceAll(/\s+/g, ' ').trim();
  if (plain === '') {
    note(t.noName);
    return fittingName(otherwise, () => {});
  }
  if (plain.length <= MAX_REQUEST_NAME_CHARS) return plain;
  note(t.nameCut(MAX_REQUEST_NAME_CHARS));
  return plain.slice(0, MAX_REQUEST_NAME_CHARS).toWellFormed().trim();
}

/** The names of variables in steps and in the values of other variables. */
function addUsed(folder: Folder, used: Set<string>): void {
  const add = (value: unknown) => {
    for (const name of variablesIn(value)) used.add(name);
  };
  add(folder.settings.variables);
  for (const child of folder.children) {
    if (child.kind === 'folder') addUsed(child, used);
    else add(child.step);
  }
}

function removeVariable(folder: Folder, name: string): void {
  if (VARIABLE_NAME.test(name)) delete folder.settings.variables[name];
  for (const child of folder.children) if (child.kind === 'folder') removeVariable(child, name);
}
