/** curl, with openssl for the signature. */
import type { SignatureProfile } from '../signing/profile.ts';
import { REQUEST_TARGET } from '../signing/signing-string.ts';
import { additions, firstComments, issuerStyle, keyIdParts, type SnippetInput } from './snippet.ts';

/** In single quotes only the quote itself is special. */
const single = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export function curlSnippet(input: SnippetInput): string {
  const { profile } = input;
  const isSigned = profile !== null;
  return [
    '#!/usr/bin/env bash',
    ...firstComments(input, '#', [
      'Needs curl and openssl, and tpp.pem: the certificate with its key (Certificates, Export, PEM with key).',
    ]),
    'set -euo pipefail',
    ...(isSigned ? signing(input, profile) : []),
    `body=${single(input.body)}`,
    'headers=(',
    ...input.headers.map(({ name, value }) => `  ${single(`${name}: ${value}`)}`),
    ')',
    ...(isSigned ? [`sign ${single(input.method)} ${single(input.target)}`] : []),
    '',
    "curl --silent --show-error --write-out '\\nHTTP %{http_code}\\n' \\",
    ...(input.caFile === null ? [] : [`  --cacert ${single(input.caFile)} \\`]),
    // The address as it is: no ranges in braces, no dots resolved.
    '  --globoff --path-as-is \\',
    `  --request ${single(input.method)} \\`,
    '  "${headers[@]/#/-H}" \\',
    ...(input.body === '' ? [] : ['  --data-raw "$body" \\']),
    `  ${single(input.url)}`,
    '',
  ].join('\n');
}

/** The issuer by openssl; null for a form that it cannot print, which is then a fixed text. */
function issuer(profile: SignatureProfile): string[] | null {
  const style = issuerStyle(profile);
  const plain = '"$1"';
  const print = (options: string) =>
    `openssl x509 -in "$tpp" -noout -issuer -nameopt ${options === plain ? plain : single(options)} | sed '1s/^issuer= *//'`;
  if (profile.issuer === 'percent-encoded') return null;
  if (profile.issuer === 'openssl') return [`issuer() { ${print('oneline,-esc_msb,utf8')}; }`];
  const order = style.reversed ? '' : ',-dn_rev';
  if (!style.othersInHex) return [`issuer() { ${print(`RFC2253,-esc_msb,utf8${order}`)}; }`];
  const names = style.names.map(([, name]) => `${name}=*`).join('|');
  return [
    '# The issuer as RFC 2253 writes it: attribute types without a name of their own as number and DER.',
    `names() { openssl x509 -in "$tpp" -noout -issuer -nameopt "esc_2253,esc_ctrl,utf8,sep_multiline,$1${style.reversed ? ',dn_rev' : ''}" | sed '1d; s/^ *//'; }`,
    'issuer() {',
    "  local text number separator=''",
    "  paste -d '\\n' <(names sname) <(names oid,dump_all,dump_der) | while IFS= read -r text && IFS= read -r number; do",
    '    case $text in',
    `      ${names}) ;;`,
    '      *) text=${number%%=*}=$(printf \'%s\' "${number#*=}" | tr A-F a-f) ;;',
    '    esac',
    '    printf \'%s%s\' "$separator" "$text"',
    '    separator=,',
    '  done',
    '}',
  ];
}

const SERIALS: Record<SignatureProfile['serial'], string | null> = {
  'upper-hex': 'openssl x509 -in "$tpp" -noout -serial | sed \'s/^serial=0*//\'',
  'lower-hex': 'openssl x509 -in "$tpp" -noout -serial | sed \'s/^serial=0*//\' | tr A-F a-f',
  decimal: null,
};

function signing(input: SnippetInput, profile: SignatureProfile): string[] {
  const [byIssuer, bySerial] = [issuer(profile), SERIALS[profile.serial]];
  const isRead =
    (byIssuer !== null || !profile.keyId.includes('{issuer}')) &&
    (bySerial !== null || !profile.keyId.includes('{serial}'));
  const keyId = isRead
    ? keyIdParts(profile, { serial: '"$(serial)"', issuer: '"$(issuer)"' }, single).join('')
    : single(input.keyId);
  const hash = profile.digestAlgorithm === 'SHA-512' ? 'sha512' : 'sha256';
  const added = additions(
    input,
    profile,
    {
      date: `"$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT')"`,
      hash: `"$(printf '%s' "$body" | openssl dgst -${hash} -binary | base64)"`,
      requestId: String.raw`"$(openssl rand -hex 16 | sed -E 's/(.{8})(.{4}).(.{3}).(.{3})(.{12})/\1-\2-4\3-8\4-\5/')"`,
      der: '"$(openssl x509 -in "$tpp" -outform DER | base64)"',
      plus: '',
    },
    ({ name, value, ifBody }) => [
      `  ${ifBody ? '[ -z "$body" ] || ' : ''}header ${single(name.toLowerCase())} > /dev/null || headers+=(${single(`${name}: `)}${value})`,
    ],
  );
  return [
    'tpp=tpp.pem',
    'base64() { openssl base64 -A; }',
    ...(isRead && bySerial !== null && profile.keyId.includes('{serial}')
      ? [`serial() { ${bySerial}; }`]
      : []),
    ...(isRead && byIssuer !== null && profile.keyId.includes('{issuer}') ? byIssuer : []),
    '',
    '# Prints the value of a header of the request; fails without it.',
    'header() {',
    '  local one',
    '  for one in "${headers[@]}"; do',
    `    if [ "$(printf '%s' "\${one%%:*}" | tr A-Z a-z)" = "$1" ]; then printf '%s' "\${one#*: }"; return; fi`,
    '  done',
    '  return 1',
    '}',
    '',
    '# Signs a request: adds to the array "headers" all that the bank needs. Take this function into your own scripts.',
    '# $1: method; $2: path with query, exactly as it is sent. The body is in "body". A header that is in "headers" is sent as it is.',
    'sign() {',
    "  local names='' string='' name value signature text",
    ...added,
    '  # Those of these headers that the request has, in this order: one line for each, no line break at the end.',
    `  for name in ${profile.headers.map(single).join(' ')}; do`,
    `    if [ "$name" = '${REQUEST_TARGET}' ]; then`,
    `      value="$(printf '%s' "$1" | tr A-Z a-z) $2"`,
    '    else',
    '      value=$(header "$name") || continue',
    '    fi',
    '    names="$names${names:+ }$name"',
    '    string="$string${string:+$\'\\n\'}$name: $value"',
    '  done',
    `  signature=$(printf '%s' "$string" | openssl dgst -sha256 -sign "$tpp" | base64)`,
    ...(isRead
      ? []
      : ['  # openssl cannot print this form, so it is that of the certificate with which this was copied.']),
    `  text='keyId="'${keyId}'",algorithm="${profile.algorithm}",headers="'"$names"'",signature="'"$signature"'"'`,
    ...(profile.nonAscii === 'encoded-word'
      ? [
          '  # Letters outside ASCII: the whole value is one RFC 2047 encoded word.',
          `  if printf '%s' "$text" | LC_ALL=C grep -q '[^ -~]'; then text="=?utf-8?B?$(printf '%s' "$text" | base64)?="; fi`,
        ]
      : []),
    '  headers+=("Signature: $text")',
    '}',
    '',
  ];
}
