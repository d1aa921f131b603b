/** `tpp-workbench verify`: checks a request step by step, as the bank does. */
import { z } from 'zod';
import { type SignedRequest, type Verification, verifyRequest } from '../../bank-sim/index.ts';
import { composedOfStep } from '../../shared/collections/request-step.ts';
import { isCurl } from '../../shared/interchange/from/curl.ts';
import { readPasted } from '../../shared/interchange/pasted.ts';
import { variablesIn } from '../../shared/interchange/variables.ts';
import { httpOf } from '../../shared/requests/http.ts';
import { interchange } from '../../shared/texts/interchange.ts';
import { bytesToBinary } from '../../shared/signing/base64.ts';
import { hashText } from '../../shared/node/crypto.ts';
import { readSignedText, type SignedTextReading } from '../../shared/signing/signed-text.ts';
import { texts } from '../../shared/texts/texts.ts';
import { printRfc2253 } from '../../shared/signing/distinguished-names.ts';
import { CHECKS } from '../../shared/xs2a/explanation.ts';
import {
  type Command,
  OUT_HELP,
  OUT_OPTIONS,
  readArgs,
  profileFrom,
  readBytes,
  readInput,
  strings,
  UsageError,
} from './command.ts';
import { printableLine } from './printable.ts';
import { momentOf } from './sign.ts';

const t = texts.response.signedText;

/** The steps that concern the signature, in the order of SVC-11. */
const STEPS = CHECKS.filter(({ id }) =>
  ['certificate', 'presence', 'syntax', 'key-id', 'date', 'digest', 'cryptography'].includes(id),
);

export const verify: Command = {
  help: `verify [FILE] [--json]   check the signature of a request; exit status 1 if it is not valid
                         FILE, or standard input, is the request as text (GET /v1/accounts HTTP/1.1, headers,
                         an empty line, body), a curl command or what "sign --json" prints
  --profile FILE         signature profile of the bank; as the specification says if omitted
  --signed FILE          the text that your client signed: whether it is, and where it differs from the right one
  --at DATE-TIME         the bank's clock; "header" uses the request's own Date
${OUT_HELP}`,
  run: (args) => {
    const { values, positionals } = readArgs(args, { ...strings('at', 'profile', 'signed'), ...OUT_OPTIONS });
    const request = readRequest(readInput(positionals[0] ?? '-').bytes);
    const date = request.headers.find(([name]) => name.toLowerCase() === 'date')?.[1];
    const verification = verifyRequest(
      request,
      momentOf(values.at === 'header' ? new Date(Date.parse(date ?? '') || 0).toISOString() : values.at),
      { profile: profileFrom(values.profile) },
    );
    const { refusal, findings, certificate } = verification;
    const signed = values.signed === undefined ? null : readSigned(values.signed, verification);
    return {
      text: [textOf(verification), ...(signed === null ? [] : ['', ...signedTextOf(signed)])].join('\n'),
      json: {
        holds: refusal === null,
        failed: refusal && {
          check: refusal.check,
          rule: refusal.rule,
          status: refusal.status,
          code: refusal.code,
          text: refusal.text,
          hint: refusal.hint ?? null,
        },
        ...findings,
        ...(signed === null ? {} : { signedText: signed }),
        signer: certificate && printRfc2253(certificate.subject),
      },
      status: refusal === null ? 0 : 1,
      out: values.out,
    };
  },
};

function textOf({ refusal, findings, certificate }: Verification): string {
  const stop = STEPS.findIndex(({ id }) => id === refusal?.check);
  const ladder = STEPS.map(({ label }, at) => {
    if (stop < 0 || at < stop) return `✓ ${label}`;
    return at === stop ? `✗ ${label}` : `– ${label}, not reached`;
  });
  const more = [
    ...findings.notes.map((note) => `Note: ${note}`),
    ...(refusal === null ? [] : [`${refusal.rule}: ${refusal.status} ${refusal.code}. ${refusal.text}`]),
    ...(refusal === null ? [] : furtherHint(refusal)),
    ...signedLines(findings.wrongSignature),
    ...(refusal?.check === 'key-id' ? [`Expected keyId: ${findings.expectedKeyId}`] : []),
    ...(refusal?.check === 'digest' ? [`Digest of the body: ${findings.digest}`] : []),
    ...(findings.signingLines === null
      ? []
      : ['The signing string that the bank builds:', ...findings.signingLines.map((line) => `  ${line}`)]),
  ];
  const verdict =
    refusal === null
      ? `The signature is valid. Signed by ${certificate ? printRfc2253(certificate.subject) : 'nobody'}.`
      : 'The signature is not valid.';
  return [...ladder, '', verdict, ...more].map((line) => printableLine(line ?? '')).join('\n');
}

/** `nothing-to-compare`: the signature does not say what was signed. */
type SignedReading = SignedTextReading | { kind: 'nothing-to-compare'; reasons: string[] };

function readSigned(file: string, { findings }: Verification): SignedReading {
  const pasted = readBytes(file).bytes.toString('utf8');
  const { signingLines, wrongSignature } = findings;
  const digest = wrongSignature?.digest ?? null;
  if (signingLines === null || digest === null)
    return {
      kind: 'nothing-to-compare',
      reasons: [
        'There is nothing to compare --signed with: the signature is valid, or was not made with the key of the certificate, or a check before it failed.',
      ],
    };
  return readSignedText(pasted, digest, signingLines.join('\n'), hashText);
}

function signedTextOf(reading: SignedReading): string[] {
  if (reading.kind === 'nothing-to-compare') return reading.reasons;
  const { difference } = reading;
  const verdict =
    reading.kind === 'signed'
      ? [reading.changed === null ? t.isSigned : t.changed(reading.changed)]
      : [t.notSigned, ...reading.reasons];
  if (difference === null) return [...verdict, ...(reading.kind === 'signed' ? [t.right] : [])];
  const { line, column, byte, before, signed, right } = difference;
  const isSigned = reading.kind === 'signed';
  return [
    ...verdict,
    (isSigned ? t.first : t.firstAnyway)(line, column, byte),
    `  ${isSigned ? t.wasSigned : t.pasted} ${JSON.stringify(before + signed)}`,
    `  ${t.bankBuilt}  ${JSON.stringify(before + right)}`,
  ].map((one) => printableLine(one));
}

/** The hint, unless the text includes it, because a TPP receives only the text. */
function furtherHint({ text, hint = null }: NonNullable<Verification['refusal']>): string[] {
  return hint === null || text.includes(hint) ? [] : [hint];
}

/** What was signed instead, if known, with invisible characters escaped. */
function signedLines(wrong: Verification['findings']['wrongSignature']): string[] {
  const text = wrong?.signedText ?? null;
  const digest = wrong?.digest ?? null;
  if (text !== null) return ['The text that was signed:', `  ${JSON.stringify(text)}`];
  return digest === null ? [] : [`${digest.algorithm} of the signed text: ${digest.hex}`];
}

const jsonRequest = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string().default(''),
});

/** @throws UsageError if the bytes are neither an HTTP message nor a request as JSON */
function readRequest(bytes: Buffer): SignedRequest {
  const written = bytes.toString('utf8');
  if (isCurl(written)) return readCommand(written);
  if (/^\s*\{/.test(bytes.subarray(0, 40).toString('latin1'))) return readJson(bytes.toString('utf8'));
  // One character per byte, as in header values.
  const text = bytesToBinary(bytes);
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  const [line = '', ...headerLines] = head.split(/\r?\n/);
  const start = /^([A-Z]+) (\S+)(?: HTTP\/[\d.]+)?$/.exec(line.trim());
  if (!start)
    throw new UsageError(
      'The request must start with the method and path, such as GET /v1/accounts HTTP/1.1, followed by the headers.',
    );
  const headers = headerLines.filter(Boolean).map((header): [string, string] => {
    const colon = header.indexOf(':');
    if (colon <= 0) throw new UsageError(`"${header.slice(0, 60)}" is not a header line.`);
    return [header.slice(0, colon), header.slice(colon + 1).trim()];
  });
  const gap = /\r?\n\r?\n/.exec(text);
  const body = gap ? bytes.subarray(gap.index + gap[0].length) : Buffer.alloc(0);
  return { method: start[1] ?? '', target: targetOf(start[2] ?? ''), headers, body };
}

/** Prefix of the note about a body in a file. */
const [FILE = ''] = interchange.bodyFile('\n').split('\n');

/** @throws UsageError for an incomplete command */
function readCommand(text: string): SignedRequest {
  const pasted = readPasted(text);
  const [step] = pasted?.asSigned?.steps ?? pasted?.steps ?? [];
  const request = step?.request === undefined ? null : httpOf(composedOfStep(step.request));
  if (request === null)
    throw new UsageError(['The curl command has no request to verify.', ...(pasted?.notes ?? [])].join(' '));
  const { method, path, body } = request;
  // Credentials are not taken from a command, and files are not opened.
  const isUnknown = variablesIn([path, body]).length > 0 || pasted?.notes.some((one) => one.startsWith(FILE));
  if (isUnknown)
    throw new UsageError(
      'The body or address of the curl command is in a file, or has a credential, and is not read. Give the request as text instead: request line, headers, an empty line, body.',
    );
  const headers = request.headers
    .filter(([, value]) => value !== '')
    .map(([name, value]): [string, string] => [name, bytesToBinary(Buffer.from(value, 'utf8'))]);
  return { method, target: path, headers, body: Buffer.from(body, 'utf8') };
}

function readJson(text: string): SignedRequest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError('The input starts like JSON but is not valid JSON.');
  }
  const read = jsonRequest.safeParse(value);
  if (!read.success)
    throw new UsageError(
      'The JSON must have method, url and headers: [["Name", "value"], …], as printed by "sign --json".',
    );
  const { method, url, headers, body } = read.data;
  return { method, target: targetOf(url), headers, body: Buffer.from(body, 'utf8') };
}

function targetOf(address: string): string {
  const absolute = /^https?:\/\/[^/]+(\/.*)?$/.exec(address);
  return absolute ? (absolute[1] ?? '/') : address;
}
