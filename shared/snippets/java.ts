/** Java 17 and newer, with its own classes only. */
import type { SignatureProfile } from '../signing/profile.ts';
import { REQUEST_TARGET } from '../signing/signing-string.ts';
import { additions, firstComments, issuerStyle, keyIdParts, quoted, type SnippetInput } from './snippet.ts';

export function javaSnippet(input: SnippetInput): string {
  const { profile } = input;
  const isSigned = profile !== null;
  return [
    ...firstComments(input, '//', [
      'java SignedRequest.java; needs tpp.pem: the certificate with its key (Certificates, Export, PEM with key).',
    ]),
    ...imports(input),
    '',
    'public class SignedRequest {',
    '  public static void main(String[] args) throws Exception {',
    `    byte[] body = ${quoted(input.body)}.getBytes(StandardCharsets.UTF_8);`,
    '    Map<String, String> headers = new LinkedHashMap<>();',
    ...input.headers.map(({ name, value }) => `    headers.put(${quoted(name)}, ${quoted(value)});`),
    ...(isSigned ? [`    sign(${quoted(input.method)}, ${quoted(input.target)}, headers, body);`] : []),
    `    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(${quoted(input.url)}))`,
    `        .method(${quoted(input.method)}, ${
      input.body === ''
        ? 'HttpRequest.BodyPublishers.noBody()'
        : 'HttpRequest.BodyPublishers.ofByteArray(body)'
    });`,
    ...(input.headers.some(({ name }) => name.toLowerCase() === 'host')
      ? [
          '    // java.net.http sends it, and refuses to be given it.',
          '    headers.keySet().removeIf("host"::equalsIgnoreCase);',
        ]
      : []),
    '    headers.forEach(request::header);',
    '    HttpClient client = HttpClient.newBuilder()',
    '        .version(HttpClient.Version.HTTP_1_1)',
    ...(input.caFile === null ? [] : [`        .sslContext(trusting(${quoted(input.caFile)}))`]),
    '        .build();',
    '    HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());',
    '    System.out.write(response.body());',
    '    System.out.println("\\nHTTP " + response.statusCode());',
    '  }',
    ...(isSigned ? signing(input, profile) : []),
    ...(input.caFile === null ? [] : TRUSTING),
    '}',
    '',
  ].join('\n');
}

function imports({ profile, caFile }: SnippetInput): string[] {
  const all = [
    'java.net.URI',
    'java.net.http.HttpClient',
    'java.net.http.HttpRequest',
    'java.net.http.HttpResponse',
    'java.nio.charset.StandardCharsets',
    'java.util.LinkedHashMap',
    'java.util.Map',
    ...(caFile === null
      ? []
      : ['java.security.KeyStore', 'javax.net.ssl.SSLContext', 'javax.net.ssl.TrustManagerFactory']),
    ...(caFile === null && profile === null
      ? []
      : [
          'java.io.ByteArrayInputStream',
          'java.nio.file.Files',
          'java.nio.file.Path',
          'java.security.cert.CertificateFactory',
        ]),
    ...(profile === null
      ? []
      : [
          'java.net.URLEncoder',
          'java.nio.ByteBuffer',
          'java.security.KeyFactory',
          'java.security.MessageDigest',
          'java.security.Signature',
          'java.security.cert.X509Certificate',
          'java.security.spec.PKCS8EncodedKeySpec',
          'java.time.ZoneOffset',
          'java.time.ZonedDateTime',
          'java.time.format.DateTimeFormatter',
          'java.util.ArrayList',
          'java.util.Base64',
          'java.util.Collections',
          'java.util.HexFormat',
          'java.util.List',
          'java.util.Locale',
          'java.util.TreeMap',
          'java.util.UUID',
          'javax.naming.ldap.LdapName',
          'javax.naming.ldap.Rdn',
        ]),
  ];
  return all.toSorted().map((name) => `import ${name};`);
}

const SERIALS: Record<SignatureProfile['serial'], string> = {
  'upper-hex': 'tpp.getSerialNumber().toString(16).toUpperCase(Locale.ROOT)',
  'lower-hex': 'tpp.getSerialNumber().toString(16)',
  decimal: 'tpp.getSerialNumber().toString()',
};

const VALUES: Record<ReturnType<typeof issuerStyle>['value'], string> = {
  java: 'Rdn.escapeValue(part.getValue())',
  rfc2253: 'Rdn.escapeValue(part.getValue())',
  quoted: 'quoted(part.getValue().toString())',
  'percent-encoded':
    'URLEncoder.encode(part.getValue().toString(), StandardCharsets.UTF_8).replace("+", "%20")',
};

function signing(input: SnippetInput, profile: SignatureProfile): string[] {
  const style = issuerStyle(profile);
  const parts = keyIdParts(profile, { serial: SERIALS[profile.serial], issuer: 'issuerOf(tpp)' }, quoted);
  const added = additions(
    input,
    profile,
    {
      date: 'ZonedDateTime.now(ZoneOffset.UTC).format(http)',
      hash: `base64.encodeToString(MessageDigest.getInstance("${profile.digestAlgorithm}").digest(body))`,
      requestId: 'UUID.randomUUID().toString()',
      der: 'base64.encodeToString(tpp.getEncoded())',
      plus: ' + ',
    },
    ({ name, value, ifBody }) => [
      `    if (${ifBody ? 'body.length > 0 && ' : ''}!values.containsKey(${quoted(name)}))`,
      `      headers.put(${quoted(name)}, ${value});`,
    ],
  );
  return [
    '',
    '  /**',
    '   * Adds to the headers of a request all that the bank needs. Take this function into your own client.',
    '   * target: path with query, exactly as it is sent. A header that you give yourself is sent as it is.',
    '   */',
    '  static void sign(String method, String target, Map<String, String> headers, byte[] body) throws Exception {',
    '    Base64.Encoder base64 = Base64.getEncoder();',
    '    String pem = Files.readString(Path.of("tpp.pem"));',
    '    X509Certificate tpp = (X509Certificate) CertificateFactory.getInstance("X.509")',
    '        .generateCertificate(new ByteArrayInputStream(block(pem, "CERTIFICATE")));',
    '    DateTimeFormatter http = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss \'GMT\'", Locale.US);',
    '    Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);',
    '    values.putAll(headers);',
    ...added,
    '    headers.forEach((name, value) -> values.put(name, value.trim()));',
    `    values.put("${REQUEST_TARGET}", method.toLowerCase(Locale.ROOT) + " " + target);`,
    '    // Those of these headers that the request has, in this order.',
    `    List<String> names = new ArrayList<>(List.of(${profile.headers.map(quoted).join(', ')}));`,
    '    names.retainAll(names.stream().filter(values::containsKey).toList());',
    '    // One line for each, "name: value", and no line break at the end.',
    '    List<String> lines = names.stream().map(name -> name + ": " + values.get(name)).toList();',
    '    Signature signer = Signature.getInstance("SHA256withRSA");',
    '    signer.initSign(KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(pkcs8(pem))));',
    '    signer.update(String.join("\\n", lines).getBytes(StandardCharsets.UTF_8));',
    `    String text = "keyId=\\"" + ${parts.join(' + ')}`,
    `        + "\\",algorithm=\\"${profile.algorithm}\\",headers=\\"" + String.join(" ", names)`,
    '        + "\\",signature=\\"" + base64.encodeToString(signer.sign()) + "\\"";',
    ...(profile.nonAscii === 'encoded-word'
      ? [
          '    // Letters outside ASCII: the whole value is one RFC 2047 encoded word.',
          '    boolean isAscii = StandardCharsets.US_ASCII.newEncoder().canEncode(text);',
          '    String word = "=?utf-8?B?" + base64.encodeToString(text.getBytes(StandardCharsets.UTF_8)) + "?=";',
          '    headers.put("Signature", isAscii ? text : word);',
        ]
      : [
          '    // java.net.http sends ASCII only. If the issuer has other letters, use a client that sends UTF-8.',
          '    headers.put("Signature", text);',
        ]),
    '  }',
    ...(profile.keyId.includes('{issuer}') ? issuer(style) : []),
    '',
    '  /** The key as Java reads it: PKCS#1 (BEGIN RSA PRIVATE KEY) gets the first bytes of PKCS#8. */',
    '  private static byte[] pkcs8(String pem) {',
    '    if (!pem.contains("BEGIN RSA PRIVATE KEY")) return block(pem, "PRIVATE KEY");',
    '    byte[] key = block(pem, "RSA PRIVATE KEY");',
    '    byte[] rsa = HexFormat.of().parseHex("020100300d06092a864886f70d0101010500");',
    '    return ByteBuffer.allocate(key.length + 26).putInt(0x30820016 + key.length).put(rsa)',
    '        .putInt(0x04820000 + key.length).put(key).array();',
    '  }',
    '',
    '  private static byte[] block(String pem, String label) {',
    '    int start = pem.indexOf("-----BEGIN " + label + "-----") + label.length() + 16;',
    '    int end = pem.indexOf("-----END " + label + "-----", start);',
    '    return Base64.getMimeDecoder().decode(pem.substring(start, end));',
    '  }',
  ];
}

function issuer(style: ReturnType<typeof issuerStyle>): string[] {
  const own = style.names.filter(
    ([, name]) => !['CN', 'C', 'L', 'ST', 'STREET', 'O', 'OU', 'DC', 'UID'].includes(name),
  );
  const name = style.othersInHex
    ? 'tpp.getIssuerX500Principal().getName("RFC2253")'
    : 'tpp.getIssuerX500Principal().getName("RFC2253", NAMES)';
  const isAsJavaWritesIt = style.reversed && style.value !== 'percent-encoded';
  return [
    ...(style.othersInHex
      ? []
      : [
          '',
          '  /** Java writes other attribute types as numbers. */',
          '  private static final Map<String, String> NAMES = Map.of(',
          `${own.map(([oid, type]) => `      ${quoted(oid)}, ${quoted(type)}`).join(',\n')});`,
        ]),
    '',
    '  /** The issuer, read from the certificate. */',
    '  private static String issuerOf(X509Certificate tpp) throws Exception {',
    ...(isAsJavaWritesIt
      ? [`    return ${name};`]
      : [
          '    List<String> parts = new ArrayList<>();',
          `    for (Rdn part : new LdapName(${name}).getRdns())`,
          `      parts.add(part.getType() + "${style.equals}" + ${VALUES[style.value]});`,
          ...(style.reversed ? ['    Collections.reverse(parts);'] : []),
          `    return String.join("${style.separator}", parts);`,
        ]),
    '  }',
    ...(style.value === 'quoted'
      ? [
          '',
          '  private static String quoted(String value) {',
          String.raw`    if (!value.matches("(?s).*[,+=\n<>#;\"\\\\].*|(?s) .*|(?s).* ")) return value;`,
          String.raw`    return "\"" + value.replaceAll("[\"\\\\]", "\\\\$0") + "\"";`,
          '  }',
        ]
      : []),
  ];
}

const TRUSTING = [
  '',
  '  private static SSLContext trusting(String caFile) throws Exception {',
  '    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());',
  '    store.load(null, null);',
  '    byte[] ca = Files.readAllBytes(Path.of(caFile));',
  '    store.setCertificateEntry("ca",',
  '        CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(ca)));',
  '    TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());',
  '    trust.init(store);',
  '    SSLContext context = SSLContext.getInstance("TLS");',
  '    context.init(null, trust.getTrustManagers(), null);',
  '    return context;',
  '  }',
];
