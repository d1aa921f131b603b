/** Node.js, with its own modules only. */
import { expressions, headline, lineFor, type Live, quoted, type SnippetInput } from './snippet.ts';

const VARIABLE: Record<Live, string> = {
  date: 'date',
  digest: 'digest',
  requestId: 'requestId',
  certificate: 'certificate',
  signature: 'signatureHeader',
};

export function nodeSnippet(input: SnippetInput): string {
  const { headers, lines } = expressions(input, VARIABLE);
  return [
    `// ${headline(input)}`,
    '// node request.mjs; needs tpp.pem: the certificate with its key (Certificates, Export, PEM with key).',
    "import { createHash, randomUUID, sign, X509Certificate } from 'node:crypto';",
    "import { readFileSync } from 'node:fs';",
    "import { request } from 'node:https';",
    '',
    "const tpp = readFileSync('tpp.pem');",
    `const body = ${quoted(input.body)};`,
    ...lineFor(input, 'date', 'const date = new Date().toUTCString();'),
    ...lineFor(input, 'requestId', 'const requestId = randomUUID();'),
    ...lineFor(input, 'certificate', "const certificate = new X509Certificate(tpp).raw.toString('base64');"),
    ...lineFor(
      input,
      'digest',
      "const digest = 'SHA-256=' + createHash('sha256').update(body).digest('base64');",
    ),
    '',
    '// The signing string: a line for each signed header, no line break at the end (SIG-7).',
    'const lines = [',
    ...lines.map((line) => `  ${line},`),
    '];',
    "const signature = sign('RSA-SHA256', Buffer.from(lines.join('\\n')), tpp).toString('base64');",
    `const text = ${quoted(input.prefix)} + signature + ${quoted(input.suffix)};`,
    ...(input.encoded
      ? [
          '// Letters outside ASCII: the whole value is one RFC 2047 encoded word (SIG-9).',
          "const signatureHeader = '=?utf-8?B?' + Buffer.from(text).toString('base64') + '?=';",
        ]
      : ['const signatureHeader = text;']),
    '',
    'const headers = {',
    // In brackets: without them, `__proto__` would not be a header.
    ...headers.map((header) => `  [${quoted(header.name)}]: ${header.value},`),
    '};',
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
