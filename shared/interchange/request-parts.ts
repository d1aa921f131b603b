/** What a step takes from a foreign request beside its address: headers, authorization and body, without their secrets. */
import type { RequestStep } from '../collections/steps.ts';
import { interchange as t } from '../texts/interchange.ts';
import { on } from './address.ts';
import { bodyOf } from './body.ts';
import type { ForeignAuth, ForeignBody, ForeignRequest, Pair, TokenRequest } from './foreign.ts';
import type { Entry } from './report.ts';
import { changedPairs } from './secret-texts.ts';
import { hiddenSecret } from './secrets.ts';
import { isOfTransport, isOwnSignature, isSigning, lackingOf, signingKeyOf } from './sent-headers.ts';
import { onlyVariable, variableName, withVariables } from './variables.ts';

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

const AUTH_VARIABLES = { bearer: 'token', basic: 'basicCredentials', oauth2: 'accessToken' } as const;

type Note = (sentence: string) => void;

export interface Options {
  /** Whether JSON bodies stay as they are written. */
  keepsText?: boolean;
  /** Whether a request with a signature of its own stays the message that was signed. */
  keepsSignatures?: boolean;
}

export class RequestParts {
  /** Names of the variables that stand in place of secrets. */
  readonly secrets = new Set<string>();
  private readonly keepsText: boolean;
  private readonly keepsSignatures: boolean;
  /** The variable of the token that a request gives. */
  private readonly tokenOf: (token: TokenRequest, given: string | null) => string;

  constructor(
    { keepsText = false, keepsSignatures = false }: Options,
    tokenOf: (token: TokenRequest, given: string | null) => string,
  ) {
    this.keepsText = keepsText;
    this.keepsSignatures = keepsSignatures;
    this.tokenOf = tokenOf;
  }

  /** The same request with the variables as a collection writes them, and its address without secrets. */
  written(foreign: ForeignRequest, entry: Entry): ForeignRequest {
    const note = (sentence: string) => entry.changed(sentence);
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

  private secretsOfQuery(url: string, note: Note): string {
    const start = url.indexOf('?');
    if (start < 0) return url;
    const query = changedPairs(url.slice(start + 1), (name, value) => this.withoutSecret(name, value, note));
    return `${url.slice(0, start)}?${query}`;
  }

  /** Headers and body, and the parameter of the query that an authorization adds. */
  partsOf(
    foreign: ForeignRequest,
    entry: Entry,
  ): { step: Pick<RequestStep, 'headers' | 'json' | 'text'>; query: readonly Pair[] } {
    const headers = this.headersOf(foreign.headers ?? [], entry);
    const query = this.authorized(foreign.auth ?? null, headers, entry);
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
    return { step: { headers: Object.fromEntries(headers), ...body?.body }, query };
  }

  /** Headers by lower-case name, without those of a signature and of the connection. */
  headersOf(pairs: readonly Pair[], entry: Entry): Map<string, string> {
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

  /** Adds the header of an authorization; its secret becomes a variable. @returns the parameters that it adds to the query */
  private authorized(auth: ForeignAuth | null, headers: Map<string, string>, entry: Entry): readonly Pair[] {
    if (auth === null || auth.kind === 'none') return [];
    if (auth.kind === 'other') {
      entry.changed(t.authKind(auth.name));
      return [];
    }
    const signing = signingKeyOf(auth);
    if (signing !== null) {
      entry.changed(t.signing(signing));
      return [];
    }
    const name = auth.kind === 'key' ? auth.name : AUTH_VARIABLES[auth.kind];
    const given = onlyVariable(withVariables(auth.value, () => {}));
    const token = auth.kind === 'oauth2' ? auth.token : undefined;
    const variable = token === undefined ? (given ?? variableName(name)) : this.tokenOf(token, given);
    this.secrets.add(variable);
    if (token !== undefined) entry.changed(t.tokenUsed(variable));
    else if (given === null) entry.changed(t.authHeader(auth.kind === 'key' ? name : auth.kind, variable));
    if (auth.kind !== 'key') {
      if (!headers.has('authorization'))
        headers.set('authorization', `${auth.kind === 'basic' ? 'Basic' : 'Bearer'} {{${variable}}}`);
      return [];
    }
    if (auth.in === 'query') return [{ name, value: `{{${variable}}}` }];
    if (TOKEN.test(name)) headers.set(name.toLowerCase(), `{{${variable}}}`);
    else entry.changed(t.headerName(name));
    return [];
  }

  /** A value with a secret variable in its place if it is secret. */
  private withoutSecret(name: string, value: string, note: Note): string {
    const found = hiddenSecret(name, value);
    if (found === null) return value;
    this.secrets.add(found.variable);
    if (found.isDropped) note(t.secret(name, found.variable));
    return found.value;
  }
}

/** The same with the variables as a collection writes them, and the type that a header gives it. */
function withWrittenText(body: ForeignBody, type: string | null, note: Note): ForeignBody {
  if (body.kind !== 'text') return body;
  return { ...body, text: withVariables(body.text, note), type: body.type ?? type };
}
