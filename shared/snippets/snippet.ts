/** The input of programs that sign and send a request; each language has a writer in this folder. */
import type { Prepared } from '../requests/prepared.ts';
import type { HttpRequest } from '../requests/http.ts';

/** Values that a program computes each time it runs. */
export type Live = 'date' | 'digest' | 'requestId' | 'certificate' | 'signature';

export interface SnippetInput {
  /** For the first comment. */
  title: string;
  method: string;
  url: string;
  /** Path with query, as it is signed. */
  target: string;
  body: string;
  /** In the order of sending; values are fixed or computed by the program. */
  headers: { name: string; value: string | { live: Live } }[];
  /** Names of the signed headers, in order, including `(request-target)`. */
  signed: string[];
  /** The text of the Signature header before and after the signature itself. */
  prefix: string;
  suffix: string;
  /** Whether the header is sent as one RFC 2047 encoded word (SIG-9). */
  encoded: boolean;
  /** PEM file of the CA to trust, or null for the system's own list. */
  caFile: string | null;
}

/** Headers that depend on the time or the key. */
const LIVE = new Map<string, Live>([
  ['date', 'date'],
  ['digest', 'digest'],
  ['x-request-id', 'requestId'],
  ['tpp-signature-certificate', 'certificate'],
  ['signature', 'signature'],
]);

const SIGNATURE = ',signature="';

/** Whether a signature profile wants a value in a form that the programs do not compute; it is the same each time. */
function isOwnForm(live: Live, value: string, body: string): boolean {
  if (live === 'digest') return body === '' || !value.startsWith('SHA-256=');
  return live === 'certificate' && !/^[A-Za-z0-9+/]+=*$/.test(value);
}

/** @param prepared the request as it would be sent now; headers of the user are not computed */
export function snippetInput(
  title: string,
  request: Pick<HttpRequest, 'method' | 'body'>,
  prepared: Prepared,
  caFile: string | null,
): SnippetInput {
  const url = new URL(prepared.url);
  const names = prepared.signing.lines.map((line) => line.slice(0, line.indexOf(': ')));
  // keyId, algorithm and list are those of the environment's signature profile.
  const { text } = prepared.signing;
  const at = text.lastIndexOf(SIGNATURE) + SIGNATURE.length;
  const [prefix, suffix] = [text.slice(0, at), text.slice(text.lastIndexOf('"'))];
  return {
    title,
    method: request.method,
    url: prepared.url,
    target: prepared.url.slice(url.origin.length),
    body: request.body,
    headers: prepared.headers.map(({ name, value, source }) => {
      const live = LIVE.get(name.toLowerCase());
      const isFixed = live === undefined || source === 'yours' || isOwnForm(live, value, request.body);
      return { name, value: isFixed ? value : { live } };
    }),
    signed: names,
    prefix,
    suffix,
    encoded: prepared.signing.header.startsWith('=?'),
    caFile,
  };
}

/** The lines of the signing string: a fixed text, and the computed value at its end. */
export function signedLines(input: SnippetInput): { text: string; live: Live | null }[] {
  return input.signed.map((name) => {
    if (name === '(request-target)')
      return { text: `${name}: ${input.method.toLowerCase()} ${input.target}`, live: null };
    const value = input.headers.find((header) => header.name.toLowerCase() === name)?.value ?? '';
    return typeof value === 'string'
      ? { text: `${name}: ${value}`, live: null }
      : { text: `${name}: `, live: value.live };
  });
}

/**
 * The first comment of a program. Only characters without a meaning in comments: Java reads escapes there, C# and JavaScript have other
 * line breaks, and Python reads an encoding.
 */
export function headline({ title, method, target }: SnippetInput): string {
  return `${title}: ${method} ${target}`.replaceAll(/[^A-Za-z0-9 /?&=._~%-]/g, (char) =>
    char === ':' || char === ',' ? char : '.',
  );
}

/** A string literal with the escapes that JavaScript, Python, Java and C# share; ASCII only. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\x7f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A line of the program that computes a value, if the request has that value. */
export function lineFor(input: SnippetInput, live: Live, line: string): string[] {
  return input.headers.some(({ value }) => typeof value !== 'string' && value.live === live) ? [line] : [];
}

/**
 * The values of a request as expressions of a language that concatenates texts with `+`.
 * @param variables the language's names for the computed values
 * @param quote writes a text as a literal
 */
export function expressions(
  input: SnippetInput,
  variables: Readonly<Record<Live, string>>,
  quote: (text: string) => string = quoted,
): { headers: { name: string; value: string }[]; lines: string[] } {
  return {
    headers: input.headers.map(({ name, value }) => ({
      name,
      value: typeof value === 'string' ? quote(value) : variables[value.live],
    })),
    lines: signedLines(input).map(({ text, live }) =>
      live === null ? quote(text) : `${quote(text)} + ${variables[live]}`,
    ),
  };
}

/** The languages in which a request can be copied as code. `run` are the commands that run the program in its folder. */
export const LANGUAGES = [
  { id: 'curl', title: 'curl', file: 'request.sh', needs: 'tpp.pem', run: ['bash request.sh'] },
  { id: 'node', title: 'Node.js', file: 'request.mjs', needs: 'tpp.pem', run: ['node request.mjs'] },
  {
    id: 'python',
    title: 'Python',
    file: 'request.py',
    needs: 'tpp.pem',
    run: ['python3 -m pip install requests cryptography', 'python3 request.py'],
  },
  {
    id: 'java',
    title: 'Java',
    file: 'SignedRequest.java',
    needs: 'tpp.pem',
    run: ['java SignedRequest.java'],
  },
  { id: 'csharp', title: 'C#', file: 'SignedRequest.cs', needs: 'tpp.pfx', run: ['dotnet run'] },
] as const;
export type Language = (typeof LANGUAGES)[number]['id'];
