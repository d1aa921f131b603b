/** Node.js, with its own modules only. */
import type { SignatureProfile } from '../signing/profile.ts';
import { REQUEST_TARGET } from '../signing/signing-string.ts';
import { additions, firstComments, issuerStyle, keyIdParts, quoted, type SnippetInput } from './snippet.ts';

export function nodeSnippet(input: SnippetInput): string {
  const { profile } = input;
  const given = [
    '{',
    // In brackets: without them, `__proto__` would not be a header.
    ...input.headers.map(({ name, value }) => `  [${quoted(name)}]: ${quoted(value)},`),
    '}',
  ].join('\n');
  return [
    ...firstComments(input, '//', [
      'node request.mjs; needs tpp.pem: the certificate with its key (Certificates, Export, PEM with key).',
    ]),
    ...(profile === null
      ? []
      : [`import { createHash, randomUUID, sign as signBytes, X509Certificate } from 'node:crypto';`]),
    ...(profile === null && input.caFile === null ? [] : ["import { readFileSync } from 'node:fs';"]),
    `import { request } from 'node:${new URL(input.url).protocol.slice(0, -1)}';`,
    '',
    ...(profile === null ? [] : signing(input, profile)),
    `const body = ${quoted(input.body)};`,
    profile === null
      ? `const headers = ${given};`
      : `const headers = sign(${quoted(input.method)}, ${quoted(input.target)}, ${given}, body);`,
    'const options = {',
    `  method: ${quoted(input.method)},`,
    '  headers,',
    ...(input.caFile === null ? [] : [`  ca: readFileSync(${quoted(input.caFile)}),`]),
    '};',
    `const call = request(${quoted(input.url)}, options, async (response) => {`,
    '  const chunks = [];',
    '  for await (const chunk of response) chunks.push(chunk);',
    "  console.log(Buffer.concat(chunks).toString('utf8'));",
    "  console.log('HTTP ' + response.statusCode);",
    '});',
    'call.end(body);',
    '',
  ].join('\n');
}

const VALUES: Record<ReturnType<typeof issuerStyle>['value'], string> = {
  java: String.raw`text.replace(/[,=+<>#;"\\]/g, '\\$&').replace(/^ | $/g, '\\ ')`,
  rfc2253: String.raw`text.replace(/[,+<>;"\\]/g, '\\$&').replace(/^[ #]|(?!^) $/g, '\\$&')`,
  quoted: String.raw`/[,+=\n<>#;"\\]|^ | $/.test(text) ? '"' + text.replace(/["\\]/g, '\\$&') + '"' : text`,
  'percent-encoded': 'encodeURIComponent(text)',
};

const SERIALS: Record<SignatureProfile['serial'], string> = {
  'upper-hex': 'hex.toUpperCase()',
  'lower-hex': 'hex',
  decimal: "BigInt('0x' + hex).toString()",
};

function signing(input: SnippetInput, profile: SignatureProfile): string[] {
  const style = issuerStyle(profile);
  const parts = keyIdParts(profile, { serial: 'serialOf(tpp)', issuer: 'issuerOf(tpp)' }, quoted);
  const hash = profile.digestAlgorithm === 'SHA-512' ? 'sha512' : 'sha256';
  const added = additions(
    input,
    profile,
    {
      date: 'new Date().toUTCString()',
      hash: `createHash('${hash}').update(body).digest('base64')`,
      requestId: 'randomUUID()',
      der: "tpp.raw.toString('base64')",
      plus: ' + ',
    },
    ({ name, value, ifBody }) => [
      `  if (${ifBody ? "body !== '' && " : ''}isMissing(${quoted(name)})) all[${quoted(name)}] = ${value};`,
    ],
  );
  return [
    "const pem = readFileSync('tpp.pem');",
    'const tpp = new X509Certificate(pem);',
    '',
    '// Signs a request: returns its headers with all that the bank needs. Take this function into your own client.',
    '// target: path with query, exactly as it is sent; headers: those of the request by name; body: a text.',
    '// A header that you give yourself is sent as it is.',
    'function sign(method, target, headers, body) {',
    '  const all = { ...headers };',
    '  const isMissing = (name) => Object.keys(all).every((one) => one.toLowerCase() !== name.toLowerCase());',
    ...added,
    String.raw`  const trimmed = (value) => value.replace(/^[ \t]+|[ \t]+$/g, '');`,
    '  const values = new Map(Object.entries(all).map(([name, value]) => [name.toLowerCase(), trimmed(value)]));',
    `  values.set('${REQUEST_TARGET}', method.toLowerCase() + ' ' + target);`,
    '  // Those of these headers that the request has, in this order.',
    `  const names = [${profile.headers.map(quoted).join(', ')}].filter((name) => values.has(name));`,
    '  // One line for each, "name: value", and no line break at the end.',
    "  const string = names.map((name) => name + ': ' + values.get(name)).join('\\n');",
    '  // Node.js sends headers in ISO-8859-1.',
    "  const signature = signBytes('RSA-SHA256', Buffer.from(string, 'latin1'), pem).toString('base64');",
    `  const keyId = ${parts.join(' + ')};`,
    "  const list = names.join(' ');",
    `  const text = \`keyId="\${keyId}",algorithm="${profile.algorithm}",headers="\${list}",signature="\${signature}"\`;`,
    ...(profile.nonAscii === 'encoded-word'
      ? [
          '  // Letters outside ASCII: the whole value is one RFC 2047 encoded word.',
          String.raw`  const isAscii = /^[\x20-\x7e]*$/.test(text);`,
          "  all.Signature = isAscii ? text : '=?utf-8?B?' + Buffer.from(text).toString('base64') + '?=';",
        ]
      : ["  all.Signature = Buffer.from(text).toString('latin1');"]),
    '  return all;',
    '}',
    '',
    ...(profile.keyId.includes('{serial}') || profile.keyId.includes('{issuer}')
      ? [
          '// The serial number and the issuer are read from the certificate itself: libraries print them differently.',
          'function fieldsOf(certificate) {',
          '  const [signed] = nodes(nodes(certificate.raw)[0].inside);',
          '  return nodes(signed.inside).filter(({ tag }) => tag !== 0xa0);',
          '}',
          '',
        ]
      : []),
    ...(profile.keyId.includes('{serial}')
      ? [
          'function serialOf(certificate) {',
          "  const hex = fieldsOf(certificate)[0].inside.toString('hex').replace(/^0+(?=.)/, '');",
          `  return ${SERIALS[profile.serial]};`,
          '}',
          '',
        ]
      : []),
    ...(profile.keyId.includes('{issuer}')
      ? [
          'function issuerOf(certificate) {',
          '  const parts = nodes(fieldsOf(certificate)[2].inside).map(({ inside }) => nodes(inside).map(attribute));',
          `  return parts${style.reversed ? '.reverse()' : ''}.map((part) => part.join('+')).join('${style.separator}');`,
          '}',
          '',
          'const NAMES = {',
          ...style.names.map(([oid, name]) => `  ${quoted(oid)}: ${quoted(name)},`),
          '};',
          '',
          'function attribute({ inside }) {',
          '  const [type, value] = nodes(inside);',
          '  const oid = oidOf(type.inside);',
          ...(style.othersInHex
            ? ["  if (NAMES[oid] === undefined) return oid + '=#' + value.all.toString('hex');"]
            : []),
          "  const text = value.tag === 0x1e ? Buffer.from(value.inside).swap16().toString('utf16le') : value.inside.toString('utf8');",
          `  return (NAMES[oid] ?? oid) + '${style.equals}' + (${VALUES[style.value]});`,
          '}',
          '',
          'function oidOf(bytes) {',
          '  const numbers = [0];',
          '  for (const byte of bytes) {',
          '    numbers.push(numbers.pop() * 128 + (byte & 127));',
          '    if (byte < 128) numbers.push(0);',
          '  }',
          '  const first = Math.min(Math.floor(numbers[0] / 40), 2);',
          "  return [first, numbers[0] - first * 40, ...numbers.slice(1, -1)].join('.');",
          '}',
          '',
        ]
      : []),
    ...(profile.keyId.includes('{serial}') || profile.keyId.includes('{issuer}')
      ? [
          '// The values next to each other in DER: tag, length, content.',
          'function nodes(der) {',
          '  const found = [];',
          '  for (let at = 0; at < der.length; ) {',
          '    const long = der[at + 1] > 127 ? der[at + 1] - 128 : 0;',
          '    const start = at + 2 + long;',
          '    const end = start + (long > 0 ? der.readUIntBE(at + 2, long) : der[at + 1]);',
          '    found.push({ tag: der[at], all: der.subarray(at, end), inside: der.subarray(start, end) });',
          '    at = end;',
          '  }',
          '  return found;',
          '}',
          '',
        ]
      : []),
  ];
}
