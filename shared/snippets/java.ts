/** Java 17 and newer, with nothing but its own classes. */
import { lineFor, type Live, quoted, signedLines, type SnippetInput } from './snippet.ts';

const VARIABLE: Record<Live, string> = {
  date: 'date',
  digest: 'digest',
  requestId: 'requestId',
  certificate: 'base64.encodeToString(certificate)',
  signature: 'signatureHeader',
};

export function javaSnippet(input: SnippetInput): string {
  const value = (one: string | { live: Live }) =>
    typeof one === 'string' ? quoted(one) : VARIABLE[one.live];
  const lines = signedLines(input).map(({ text, live }) =>
    live === null ? quoted(text) : `${quoted(text)} + ${VARIABLE[live]}`,
  );
  return [
    `// ${input.title}: ${input.method} ${input.target}`,
    '// java SignedRequest.java; needs tpp.pem: the certificate with its key (Certificates, Export, PEM with key).',
    'import java.io.ByteArrayInputStream;',
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    'import java.nio.charset.StandardCharsets;',
    'import java.nio.file.Files;',
    'import java.nio.file.Path;',
    'import java.security.KeyFactory;',
    'import java.security.KeyStore;',
    'import java.security.MessageDigest;',
    'import java.security.Signature;',
    'import java.security.cert.CertificateFactory;',
    'import java.security.spec.PKCS8EncodedKeySpec;',
    'import java.time.ZoneOffset;',
    'import java.time.ZonedDateTime;',
    'import java.time.format.DateTimeFormatter;',
    'import java.util.Base64;',
    'import java.util.Locale;',
    'import java.util.UUID;',
    'import javax.net.ssl.SSLContext;',
    'import javax.net.ssl.TrustManagerFactory;',
    '',
    'public class SignedRequest {',
    '  public static void main(String[] args) throws Exception {',
    '    Base64.Encoder base64 = Base64.getEncoder();',
    '    String tpp = Files.readString(Path.of("tpp.pem"));',
    '    byte[] certificate = block(tpp, "CERTIFICATE");',
    '    byte[] key = block(tpp, "PRIVATE KEY");',
    `    byte[] body = ${quoted(input.body)}.getBytes(StandardCharsets.UTF_8);`,
    '    DateTimeFormatter http = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss \'GMT\'", Locale.US);',
    '    String date = ZonedDateTime.now(ZoneOffset.UTC).format(http);',
    ...lineFor(input, 'requestId', '    String requestId = UUID.randomUUID().toString();'),
    ...lineFor(
      input,
      'digest',
      '    String digest = "SHA-256=" + base64.encodeToString(MessageDigest.getInstance("SHA-256").digest(body));',
    ),
    '',
    '    // The signing string: a line for each signed header, no line break at the end (SIG-7).',
    '    String string = String.join("\\n",',
    ...lines.map((line, at) => `        ${line}${at === lines.length - 1 ? ');' : ','}`),
    '    Signature signer = Signature.getInstance("SHA256withRSA");',
    '    signer.initSign(KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(key)));',
    '    signer.update(string.getBytes(StandardCharsets.UTF_8));',
    '    String signature = base64.encodeToString(signer.sign());',
    `    String text = ${quoted(input.prefix)} + signature + ${quoted(input.suffix)};`,
    ...(input.encoded
      ? [
          '    // Letters outside ASCII: the whole value is one RFC 2047 word (SIG-9).',
          '    String word = base64.encodeToString(text.getBytes(StandardCharsets.UTF_8));',
          '    String signatureHeader = "=?utf-8?B?" + word + "?=";',
        ]
      : ['    String signatureHeader = text;']),
    '',
    `    HttpRequest request = HttpRequest.newBuilder(URI.create(${quoted(input.url)}))`,
    ...input.headers.map((header) => `        .header(${quoted(header.name)}, ${value(header.value)})`),
    `        .method(${quoted(input.method)}, ${
      input.body === ''
        ? 'HttpRequest.BodyPublishers.noBody()'
        : 'HttpRequest.BodyPublishers.ofByteArray(body)'
    })`,
    '        .build();',
    '    HttpClient client = HttpClient.newBuilder()',
    '        .version(HttpClient.Version.HTTP_1_1)',
    ...(input.caFile === null ? [] : [`        .sslContext(trusting(${quoted(input.caFile)}))`]),
    '        .build();',
    '    HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());',
    '    System.out.write(response.body());',
    '    System.out.println("\\nHTTP " + response.statusCode());',
    '  }',
    '',
    '  private static byte[] block(String pem, String label) {',
    '    int start = pem.indexOf("-----BEGIN " + label + "-----") + label.length() + 16;',
    '    int end = pem.indexOf("-----END " + label + "-----", start);',
    '    return Base64.getMimeDecoder().decode(pem.substring(start, end));',
    '  }',
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
    '}',
    '',
  ].join('\n');
}
