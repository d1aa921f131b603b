/** Python 3, with requests and cryptography. */
import type { SignatureProfile } from '../signing/profile.ts';
import { REQUEST_TARGET } from '../signing/signing-string.ts';
import {
  additions,
  firstComments,
  issuerStyle,
  keyIdParts,
  quoted as quotedByUnits,
  type SnippetInput,
} from './snippet.ts';

/** Python has no surrogates: a character beyond U+FFFF is one escape of eight digits. */
const quoted = (text: string) => `"${Array.from(text, escaped).join('')}"`;

function escaped(char: string): string {
  const point = char.codePointAt(0) ?? 0;
  return point > 0xffff ? `\\U${point.toString(16).padStart(8, '0')}` : quotedByUnits(char).slice(1, -1);
}

export function pythonSnippet(input: SnippetInput): string {
  const { profile } = input;
  const given = [
    '{',
    ...input.headers.map(({ name, value }) => `    ${quoted(name)}: ${quoted(value)},`),
    '}',
  ].join('\n');
  return [
    '# -*- coding: utf-8 -*-',
    ...firstComments(input, '#', [
      'Needs: pip install requests cryptography, and tpp.pem: the certificate with its key',
      '(Certificates, Export, PEM with key).',
    ]),
    ...(profile === null
      ? ['# Needs: pip install requests', 'import requests']
      : [
          'import base64',
          'import hashlib',
          'import re',
          'import uuid',
          'from email.utils import formatdate',
          ...(profile.issuer === 'percent-encoded' ? ['from urllib.parse import quote'] : []),
          '',
          'import requests',
          'from cryptography import x509',
          'from cryptography.hazmat.primitives import hashes, serialization',
          'from cryptography.hazmat.primitives.asymmetric import padding',
        ]),
    '',
    ...(profile === null ? [] : signing(input, profile)),
    `body = ${quoted(input.body)}.encode("utf-8")`,
    profile === null
      ? `headers = ${given}`
      : `headers = sign(${quoted(input.method)}, ${quoted(input.target)}, ${given}, body)`,
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

const VALUES: Record<ReturnType<typeof issuerStyle>['value'], string[]> = {
  java: [
    String.raw`    text = re.sub(r'[,=+<>#;"\\]', r"\\\g<0>", text)`,
    String.raw`    text = re.sub(r"^ | $", r"\\ ", text)`,
  ],
  rfc2253: [
    String.raw`    text = re.sub(r'[,+<>;"\\]', r"\\\g<0>", text)`,
    String.raw`    text = re.sub(r"^[ #]|(?!^) $", r"\\\g<0>", text)`,
  ],
  quoted: [
    String.raw`    if re.search(r'[,+=\n<>#;"\\]|^ | $', text):`,
    String.raw`        text = '"' + re.sub(r'["\\]', r"\\\g<0>", text) + '"'`,
  ],
  'percent-encoded': [`    text = quote(text, safe="!'()*~")`],
};

const SERIALS: Record<SignatureProfile['serial'], string> = {
  'upper-hex': 'format(number, "X")',
  'lower-hex': 'format(number, "x")',
  decimal: 'str(number)',
};

function signing(input: SnippetInput, profile: SignatureProfile): string[] {
  const style = issuerStyle(profile);
  const [hasSerial, hasIssuer] = ['{serial}', '{issuer}'].map((part) => profile.keyId.includes(part));
  const parts = keyIdParts(profile, { serial: 'serial_of(tpp)', issuer: 'issuer_of(tpp)' }, quoted);
  const hash = profile.digestAlgorithm === 'SHA-512' ? 'sha512' : 'sha256';
  const added = additions(
    input,
    profile,
    {
      date: 'formatdate(usegmt=True)',
      hash: `base64.b64encode(hashlib.${hash}(body).digest()).decode()`,
      requestId: 'str(uuid.uuid4())',
      der: 'base64.b64encode(tpp.public_bytes(serialization.Encoding.DER)).decode()',
      plus: ' + ',
    },
    ({ name, value, ifBody }) => [
      `    if ${ifBody ? 'body and ' : ''}${quoted(name.toLowerCase())} not in given:`,
      `        headers[${quoted(name)}] = ${value}`,
    ],
  );
  return [
    'with open("tpp.pem", "rb") as file:',
    '    pem = file.read()',
    'key_block = re.search(rb"-----BEGIN (RSA )?PRIVATE KEY-----.*?-----END (RSA )?PRIVATE KEY-----", pem, re.S).group()',
    'key = serialization.load_pem_private_key(key_block, password=None)',
    'tpp = x509.load_pem_x509_certificate(pem)',
    '',
    '',
    'def sign(method, target, headers, body):',
    '    """Returns the headers of a request with all that the bank needs. Take this function into your own client.',
    '',
    '    target: path with query, exactly as it is sent; headers: those of the request by name; body: bytes.',
    '    A header that you give yourself is sent as it is.',
    '    """',
    '    headers = dict(headers)',
    '    given = {name.lower() for name in headers}',
    ...added,
    '    values = {name.lower(): value.strip(" \\t") for name, value in headers.items()}',
    `    values["${REQUEST_TARGET}"] = method.lower() + " " + target`,
    '    # Those of these headers that the request has, in this order.',
    `    names = [name for name in [${profile.headers.map(quoted).join(', ')}] if name in values]`,
    '    # One line for each, "name: value", and no line break at the end.',
    '    string = "\\n".join(name + ": " + values[name] for name in names)',
    '    # requests sends headers in ISO-8859-1.',
    '    signature = key.sign(string.encode("latin-1"), padding.PKCS1v15(), hashes.SHA256())',
    `    key_id = ${parts.join(' + ')}`,
    `    text = 'keyId="%s",algorithm="${profile.algorithm}",headers="%s",signature="%s"' % (`,
    '        key_id,',
    '        " ".join(names),',
    '        base64.b64encode(signature).decode(),',
    '    )',
    ...(profile.nonAscii === 'encoded-word'
      ? [
          '    if not text.isascii():',
          '        # Letters outside ASCII: the whole value is one RFC 2047 encoded word.',
          '        text = "=?utf-8?B?" + base64.b64encode(text.encode("utf-8")).decode() + "?="',
          '    headers["Signature"] = text',
        ]
      : ['    headers["Signature"] = text.encode("utf-8")']),
    '    return headers',
    '',
    '',
    ...(hasSerial === true
      ? [
          'def serial_of(certificate):',
          '    number = certificate.serial_number',
          `    return ${SERIALS[profile.serial]}`,
          '',
          '',
        ]
      : []),
    ...(hasIssuer === true
      ? [
          'def issuer_of(certificate):',
          '    # Read from the certificate itself: libraries print names differently.',
          '    [(_, _, name)] = nodes(certificate.issuer.public_bytes())',
          '    parts = ["+".join(attribute(inside) for _, _, inside in nodes(part)) for _, _, part in nodes(name)]',
          `    return "${style.separator}".join(${style.reversed ? 'reversed(parts)' : 'parts'})`,
          '',
          '',
          'NAMES = {',
          ...style.names.map(([oid, name]) => `    ${quoted(oid)}: ${quoted(name)},`),
          '}',
          '',
          '',
          'def attribute(der):',
          '    (_, _, type_bytes), (tag, whole, value) = nodes(der)',
          '    oid = oid_of(type_bytes)',
          ...(style.othersInHex
            ? ['    if oid not in NAMES:', '        return oid + "=#" + whole.hex()']
            : []),
          '    text = value.decode("utf-16-be" if tag == 0x1E else "utf-8")',
          ...VALUES[style.value],
          `    return NAMES.get(oid, oid) + "${style.equals}" + text`,
          '',
          '',
          'def oid_of(value):',
          '    numbers = [0]',
          '    for byte in value:',
          '        numbers.append(numbers.pop() * 128 + (byte & 127))',
          '        if byte < 128:',
          '            numbers.append(0)',
          '    first = min(numbers[0] // 40, 2)',
          '    return ".".join(str(number) for number in [first, numbers[0] - first * 40] + numbers[1:-1])',
          '',
          '',
          'def nodes(der):',
          '    """The values next to each other in DER: tag, all of it, content."""',
          '    found, at = [], 0',
          '    while at < len(der):',
          '        long = der[at + 1] - 128 if der[at + 1] > 127 else 0',
          '        start = at + 2 + long',
          '        end = start + (int.from_bytes(der[at + 2 : start], "big") if long else der[at + 1])',
          '        found.append((der[at], der[at:end], der[start:end]))',
          '        at = end',
          '    return found',
          '',
          '',
        ]
      : []),
  ];
}
