/** One import while it runs: it makes steps and folders, collects secret variables, and writes the report. */
import type { Assertion } from '../collections/assertion.ts';
import { isDeepEqual } from '../collections/deep-equal.ts';
import { assertionsOf, assertionsText, captureOf, captureText } from '../collections/expectation-text.ts';
import { fileOfStep, stepOf } from '../collections/flow-step.ts';
import { NO_REPEATS, NO_SETTINGS } from '../collections/settings.ts';
import { type Step, stepSchema } from '../collections/steps.ts';
import { inPlainWords } from '../schema-tools.ts';
import { VARIABLE_NAME } from '../collections/variable-name.ts';
import type { JsonValue } from '../collections/value-text.ts';
import { httpRequestSchema } from '../requests/http.ts';
import { readable } from '../requests/compose.ts';
import { interchange as t } from '../texts/interchange.ts';
import { addressOf, type Values } from './address.ts';
import { environmentsOf, moveVariables, variableText } from './environments.ts';
import type { ForeignRequest, Pair } from './foreign.ts';
import type { Folder, ImportedEnvironment } from './model.ts';
import { lineOf, place, type Placed, provisionalPath, type Where } from './placing.ts';
import { type Entry, ReportWriter, wordsOf } from './report.ts';
import { type Options, RequestParts } from './request-parts.ts';
import { isSecretName, isSecretValue } from './secrets.ts';
import { Tokens } from './tokens.ts';
import { textOf } from './values.ts';
import { variableName, variablesIn, withVariables } from './variables.ts';
import {
  MAX_IMPORT_BODIES_CHARS,
  MAX_IMPORT_FOLDERS,
  MAX_IMPORT_STEPS,
  MAX_REQUEST_NAME_CHARS,
  MAX_VARIABLE_CHARS,
} from '../limits.ts';

/** A variable of the source. */
interface Variable {
  value: string;
  /** The variables in its value. */
  inner: readonly string[];
  entry: Entry;
  folder: Folder;
}

export class Importing {
  readonly out = new ReportWriter();
  /** What {@link finish} makes of the environments of the source, and of the address of its requests. */
  made: ImportedEnvironment[] = [];
  private readonly parts: RequestParts;
  private readonly variables = new Map<string, Variable[]>();
  private readonly environments: Folder[] = [];
  private readonly placed: Placed[] = [];
  readonly tokens = new Tokens();
  /** Names of the variables that responses give. */
  private readonly kept = new Set<string>();
  private readonly origins = new Set<string>();
  private readonly entries = new Map<Step, Entry>();
  private steps = 0;
  private characters = 0;

  constructor(options: Options = {}) {
    this.parts = new RequestParts(options, (token, given) => this.tokens.variableOf(token, given));
  }

  /** A folder without content. Where it is too deep, its parts go into the folder around it. */
  folder(name: string): Folder {
    return {
      kind: 'folder',
      role: 'group',
      name,
      settings: { ...NO_SETTINGS, variables: {}, headers: {} },
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
      const text = typeof value === 'string' ? withVariables(value, (note) => entry.changed(note)) : value;
      const given = { value: textOf(text), inner: variablesIn(text), entry, folder };
      if (known === undefined) this.variables.set(own, [given]);
      else known.push(given);
      if (secret || isSecretName(name) || (typeof value === 'string' && isSecretValue(value)))
        this.parts.secrets.add(own);
      folder.settings.variables[own] = jsonValue(text, () => entry.changed(t.secretInside));
    }
    return entry;
  }

  /**
   * Headers of every request in a folder.
   * @param above around the folder, which it is itself where that one is too deep: then it cannot have headers of its own
   */
  headers(folder: Folder, names: readonly string[], pairs: readonly Pair[], above: Folder | null): void {
    if (pairs.length === 0) return;
    const entry = this.out.item('headers', names);
    const note = (sentence: string) => entry.changed(sentence);
    if (folder === above) entry.lost(t.tooDeepFolder(MAX_IMPORT_FOLDERS));
    else {
      const written = pairs.map(({ name, value, off }) => ({
        name: withVariables(name, note),
        value: withVariables(value, note),
        off: off === true,
      }));
      Object.assign(folder.settings.headers, Object.fromEntries(this.parts.headersOf(written, entry)));
    }
  }

  /** An environment of the source, which gets variables as a folder does. */
  environment(name: string): Folder {
    const made = this.folder(name);
    this.environments.push(made);
    return made;
  }

  /** The environment of that name, which several files give. */
  environmentNamed(name: string): Folder {
    return this.environments.find((one) => one.name === name) ?? this.environment(name);
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
    const step = this.stepOf(foreign, entry, true);
    if (step === null) return null;
    const { openapi } = foreign;
    const origin = { flow: names[0] === undefined ? null : folder.name, notes: entry.item.notes };
    folder.children.push({ kind: 'step', step, ...(openapi === undefined ? {} : { origin }) });
    return { step, entry };
  }

  private stepOf(foreign: ForeignRequest, entry: Entry, isOfBank: boolean): Step | null {
    const note = (sentence: string) => entry.changed(sentence);
    const method = httpRequestSchema.shape.method.safeParse(foreign.method.toUpperCase());
    if (!method.success) return lost(entry, t.method(foreign.method.toUpperCase()));
    if (++this.steps > MAX_IMPORT_STEPS) return lost(entry, t.tooManySteps(MAX_IMPORT_STEPS));
    if (this.isFull) return lost(entry, t.bodiesTooLarge(MAX_IMPORT_BODIES_CHARS / 1024 / 1024));
    if (foreign.body?.kind === 'text') this.characters += foreign.body.text.length;
    const written = this.parts.written(foreign, entry);
    const address = addressOf(written, this.valuesIn(null), note);
    if (typeof address === 'string') return lost(entry, address);
    const { step: parts, query } = this.parts.partsOf(written, entry);
    const path = provisionalPath(address);
    const name = fittingName(foreign.name, note, `${method.data} ${readable(path.split('?', 1)[0] ?? '')}`);
    const tags = (foreign.tags ?? []).filter((tag) => tag !== '');
    const { openapi } = foreign;
    const about = (foreign.documentation ?? '').trim();
    const read = stepSchema.safeParse(
      {
        name,
        ...(about === '' ? {} : { about }),
        ...(tags.length === 0 ? {} : { tags }),
        request: { ...lineOf(method.data, path), fault: null, ...parts },
        ...(openapi === undefined ? {} : { openapi }),
      },
      inPlainWords,
    );
    if (!read.success) return lost(entry, t.invalid(read.error.issues[0]?.message ?? ''));
    const raw = fileOfStep(read.data);
    const again = typeof raw === 'string' ? raw : stepOf('request', raw, name);
    if (typeof again === 'string') return lost(entry, t.invalid(again));
    if (!again.ok) return lost(entry, t.invalid(again.mistake.text));
    this.entries.set(read.data, entry);
    const request = { ...written, query: [...(written.query ?? []), ...query] };
    this.placed.push({ step: read.data, entry, method: method.data, request, isOfBank });
    return read.data;
  }

  /** Whether there is no room for another body. */
  get isFull(): boolean {
    return this.characters > MAX_IMPORT_BODIES_CHARS;
  }

  /** Says that a step has another name than in the source. */
  renamed(step: Step, name: string): void {
    this.entries.get(step)?.changed(t.nameTaken(name));
  }

  /** Writes the addresses and takes secret values away, when everything has been read. */
  finish(root: Folder): Folder {
    const tokenSteps = this.tokens.make(this.out, (request, entry) => this.stepOf(request, entry, false));
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
      for (const { as } of step.keep ?? []) this.kept.add(as);
    }
    const [first = null] = this.environments;
    const values = this.valuesIn(first);
    const base = place(this.placed, values, (origin, where) => this.sayOrigin(origin, where));
    const { secrets } = this.parts;
    for (const name of secrets)
      for (const { entry } of this.variables.get(name) ?? []) entry.changed(t.secretVariable);
    moveVariables(root, this.environments);
    const needed = new Set<string>();
    addUsed(root, needed);
    addNames(tokenSteps, needed);
    this.addInner(needed);
    const own = [...secrets].filter(
      (name) => !this.kept.has(name) && (needed.has(name) || this.isOfEnvironment(name)),
    );
    for (const folder of this.environments) this.dropUnfit(folder);
    const valuesIn = (environment: Folder | null) => this.valuesIn(environment);
    this.made = environmentsOf(this.environments, { name: root.name, base, secrets: own.sort() }, valuesIn);
    this.dropBases(root, needed);
    for (const name of secrets) removeVariable(root, name);
    root.settings.secret = [...secrets].sort();
    return root;
  }

  /** Takes away what an environment cannot have: values of secrets, and long ones. */
  private dropUnfit(environment: Folder): void {
    const { variables } = environment.settings;
    for (const [name, value] of Object.entries(variables)) {
      const isLong = variableText(value).length > MAX_VARIABLE_CHARS;
      if (isLong || this.parts.secrets.has(name)) delete variables[name];
      if (!isLong) continue;
      const { entry } = this.variables.get(name)?.find(({ folder }) => folder === environment) ?? {};
      entry?.lost(t.longVariable(MAX_VARIABLE_CHARS));
    }
  }

  private isOfEnvironment(name: string): boolean {
    return this.environments.some(({ settings }) => Object.hasOwn(settings.variables, name));
  }

  /** Variables that were only a part of the base URL are left out. @param used is added to */
  private dropBases(root: Folder, used: Set<string>): void {
    const inAddress = new Set(this.placed.flatMap(({ request }) => variablesIn(request.url)));
    this.addInner(inAddress);
    for (const name of this.variables.keys()) if (!inAddress.has(name)) used.add(name);
    this.addInner(used);
    for (const name of inAddress) {
      if (used.has(name)) continue;
      for (const { entry } of this.variables.get(name) ?? []) entry.changed(t.baseVariable);
      removeVariable(root, name);
      for (const { variables } of this.made) delete variables[name];
    }
  }

  /** Adds the variables in the values of variables. */
  private addInner(names: Set<string>): void {
    for (const name of names)
      for (const { inner } of this.variables.get(name) ?? []) for (const one of inner) names.add(one);
  }

  /** Reports the environments that are made. */
  sayEnvironments(): void {
    for (const { name, baseUrl, secrets } of this.made) {
      const entry = this.out.item('environment', [name]);
      entry.changed(baseUrl === null ? t.noBaseUrl : t.baseUrl(baseUrl));
      if (secrets.length > 0) entry.changed(t.environmentSecrets(secrets.join(', ')));
    }
  }

  /** The values of variables in an environment of the source; those of secrets and of what a run keeps are not known. */
  private valuesIn(environment: Folder | null): Values {
    return (name) => {
      if (this.kept.has(name)) return null;
      if (this.parts.secrets.has(name)) return '';
      const all = (this.variables.get(name) ?? []).filter(({ value }) => value !== '');
      const isEnvironment = (folder: Folder) => this.environments.includes(folder);
      const found =
        all.findLast(({ folder }) => folder === environment) ??
        all.findLast(({ folder }) => !isEnvironment(folder)) ??
        (environment === null ? all[0] : undefined);
      return found?.value.trim() ?? '';
    };
  }

  private sayOrigin(origin: string, where: Where): void {
    const said = `${origin} ${where}`;
    if (this.origins.has(said)) return;
    this.origins.add(said);
    this.out.item('address', [origin]).changed(t.goesTo[where](origin));
  }
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
function addUsed({ settings, children }: Folder, used: Set<string>): void {
  addNames([settings.headers, settings.variables], used);
  for (const child of children) {
    if (child.kind === 'folder') addUsed(child, used);
    else addNames(child.step, used);
  }
}

function addNames(value: unknown, used: Set<string>): void {
  for (const name of variablesIn(value)) used.add(name);
}

function removeVariable(folder: Folder, name: string): void {
  if (VARIABLE_NAME.test(name)) delete folder.settings.variables[name];
  for (const child of folder.children) if (child.kind === 'folder') removeVariable(child, name);
}
