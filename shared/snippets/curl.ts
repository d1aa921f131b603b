/** curl, with openssl for the signature. */
import { headline, lineFor, type Live, signedLines, type SnippetInput } from './snippet.ts';

const VARIABLE: Record<Live, string> = {
  date: '$date',
  digest: '$digest',
  requestId: '$request_id',
  certificate: '$certificate',
  signature: '$signature',
};

/** In single quotes only the quote itself is special. */
const single = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
/** In double quotes, with a variable at the end. */
const double = (text: string, variable: string) =>
  `"${text.replaceAll(/["$`\\]/g, String.raw`\$&`)}${variable}"`;

export function curlSnippet(input: SnippetInput): string {
  const lines = signedLines(input).map(({ text, live }) =>
    live === null ? single(text) : double(text, VARIABLE[live]),
  );
  const headers = input.headers.map(({ name, value }) =>
    typeof value === 'string' ? single(`${name}: ${value}`) : double(`${name}: `, VARIABLE[value.live]),
  );
  return [
    '#!/usr/bin/env bash',
    `# ${headline(input)}`,
    '# Needs curl and openssl, and tpp.pem: the certificate with its key (Certificates, Export, PEM with key).',
    'set -euo pipefail',
    'tpp=tpp.pem',
    ...(input.body === '' ? [] : [`body=${single(input.body)}`]),
    'base64() { openssl base64 -A; }',
    '',
    ...lineFor(input, 'date', "date=$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT')"),
    ...lineFor(
      input,
      'requestId',
      String.raw`request_id=$(openssl rand -hex 16 | sed -E 's/(.{8})(.{4}).(.{3}).(.{3})(.{12})/\1-\2-4\3-8\4-\5/')`,
    ),
    ...lineFor(input, 'certificate', 'certificate=$(openssl x509 -in "$tpp" -outform DER | base64)'),
    ...lineFor(
      input,
      'digest',
      `digest="SHA-256=$(printf '%s' "$body" | openssl dgst -sha256 -binary | base64)"`,
    ),
    '',
    '# The signing string: a line for each signed header, no line break at the end (SIG-7).',
    `lines=(`,
    ...lines.map((line) => `  ${line}`),
    ')',
    `string=$(IFS=$'\\n'; printf '%s' "\${lines[*]}")`,
    `signature=$(printf '%s' "$string" | openssl dgst -sha256 -sign "$tpp" | base64)`,
    `signature=${single(input.prefix)}"$signature"${single(input.suffix)}`,
    ...(input.encoded
      ? [
          '# Letters outside ASCII: the whole value is one RFC 2047 encoded word (SIG-9).',
          `signature="=?utf-8?B?$(printf '%s' "$signature" | base64)?="`,
        ]
      : []),
    '',
    "curl --silent --show-error --write-out '\\nHTTP %{http_code}\\n' \\",
    ...(input.caFile === null ? [] : [`  --cacert ${single(input.caFile)} \\`]),
    // The address as it is: no ranges in braces, no dots resolved.
    '  --globoff --path-as-is \\',
    `  --request ${single(input.method)} \\`,
    ...headers.map((header) => `  --header ${header} \\`),
    ...(input.body === '' ? [] : ['  --data-raw "$body" \\']),
    `  ${single(input.url)}`,
    '',
  ].join('\n');
}
