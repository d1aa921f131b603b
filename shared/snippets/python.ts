/** Python 3, with requests and cryptography. */
import {
  expressions,
  headline,
  lineFor,
  type Live,
  quoted as quotedByUnits,
  type SnippetInput,
} from './snippet.ts';

const VARIABLE: Record<Live, string> = {
  date: 'date',
  digest: 'digest',
  requestId: 'request_id',
  certificate: 'certificate',
  signature: 'signature_header',
};

/** Python has no surrogates: a character beyond U+FFFF is one escape of eight digits. */
const quoted = (text: string) => `"${Array.from(text, escaped).join('')}"`;

function escaped(char: string): string {
  const point = char.codePointAt(0) ?? 0;
  return point > 0xffff ? `\\U${point.toString(16).padStart(8, '0')}` : quotedByUnits(char).slice(1, -1);
}

export function pythonSnippet(input: SnippetInput): string {
  const { headers, lines } = expressions(input, VARIABLE, quoted);
  return [
    '# -*- coding: utf-8 -*-',
    `# ${headline(input)}`,
    '# Needs: pip install requests cryptography, and tpp.pem: the certificate with its key',
    '# (Certificates, Export, PEM with key).',
    'import base64',
    'import hashlib',
    'import re',
    'import uuid',
    'from email.utils import formatdate',
    '',
    'import requests',
    'from cryptography import x509',
    'from cryptography.hazmat.primitives import hashes, serialization',
    'from cryptography.hazmat.primitives.asymmetric import padding',
    '',
    'with open("tpp.pem", "rb") as file:',
    '    tpp = file.read()',
    'key_block = re.search(rb"-----BEGIN PRIVATE KEY-----.*?-----END PRIVATE KEY-----", tpp, re.S).group()',
    'key = serialization.load_pem_private_key(key_block, password=None)',
    'der = x509.load_pem_x509_certificate(tpp).public_bytes(serialization.Encoding.DER)',
    '',
    `body = ${quoted(input.body)}.encode("utf-8")`,
    ...lineFor(input, 'date', 'date = formatdate(usegmt=True)'),
    ...lineFor(input, 'requestId', 'request_id = str(uuid.uuid4())'),
    ...lineFor(input, 'certificate', 'certificate = base64.b64encode(der).decode()'),
    ...lineFor(
      input,
      'digest',
      'digest = "SHA-256=" + base64.b64encode(hashlib.sha256(body).digest()).decode()',
    ),
    '',
    '# The signing string: a line for each signed header, no line break at the end (SIG-7).',
    'lines = [',
    ...lines.map((line) => `    ${line},`),
    ']',
    'signature = key.sign("\\n".join(lines).encode("utf-8"), padding.PKCS1v15(), hashes.SHA256())',
    `text = ${quoted(input.prefix)} + base64.b64encode(signature).decode() + ${quoted(input.suffix)}`,
    ...(input.encoded
      ? [
          '# Letters outside ASCII: the whole value is one RFC 2047 encoded word (SIG-9).',
          'signature_header = "=?utf-8?B?" + base64.b64encode(text.encode("utf-8")).decode() + "?="',
        ]
      : ['signature_header = text']),
    '',
    'headers = {',
    ...headers.map((header) => `    ${quoted(header.name)}: ${header.value},`),
    '}',
    'response = requests.request(',
    `    ${quoted(input.method)},`,
    `    ${quoted(input.url)},`,
    '    headers=headers,',
    '    data=body or None,',
    '    allow_redirects=False,',
    ...(input.caFile === null ? [] : [`    verify=${quoted(input.caFile)},`]),
    ')',
    'print(response.content.decode("utf-8"))',
    'print("HTTP", response.status_code)',
    '',
  ].join('\n');
}
