/** C#, with the classes of .NET only. */
import { expressions, headline, lineFor, type Live, quoted, type SnippetInput } from './snippet.ts';

const VARIABLE: Record<Live, string> = {
  date: 'date',
  digest: 'digest',
  requestId: 'requestId',
  certificate: 'Convert.ToBase64String(tpp.RawData)',
  signature: 'signatureHeader',
};

export function csharpSnippet(input: SnippetInput): string {
  const { headers, lines } = expressions(input, VARIABLE);
  const ofBody = (name: string) => /^content-/i.test(name);
  const hasBody = input.body !== '';
  return [
    `// ${headline(input)}`,
    '// Needs tpp.pfx (Certificates, Export, PFX) and its password, if it has one, in the variable TPP_PASSWORD.',
    'using System;',
    'using System.Net.Http;',
    'using System.Net.Security;',
    'using System.Security.Cryptography;',
    'using System.Security.Cryptography.X509Certificates;',
    'using System.Text;',
    'using System.Threading.Tasks;',
    '',
    'public static class SignedRequest',
    '{',
    '    public static void Main() => Send().GetAwaiter().GetResult();',
    '',
    '    private static async Task Send()',
    '    {',
    '        var password = Environment.GetEnvironmentVariable("TPP_PASSWORD") ?? "";',
    '        var tpp = new X509Certificate2("tpp.pfx", password);',
    ...(hasBody ? [`        var body = Encoding.UTF8.GetBytes(${quoted(input.body)});`] : []),
    ...lineFor(input, 'date', '        var date = DateTime.UtcNow.ToString("r");'),
    ...lineFor(input, 'requestId', '        var requestId = Guid.NewGuid().ToString();'),
    ...lineFor(
      input,
      'digest',
      '        var digest = "SHA-256=" + Convert.ToBase64String(SHA256.Create().ComputeHash(body));',
    ),
    '',
    '        // The signing string: a line for each signed header, no line break at the end (SIG-7).',
    '        var lines = string.Join("\\n",',
    ...lines.map((line, at) => `            ${line}${at === lines.length - 1 ? ');' : ','}`),
    '        var signature = Convert.ToBase64String(tpp.GetRSAPrivateKey().SignData(',
    '            Encoding.UTF8.GetBytes(lines), HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1));',
    `        var text = ${quoted(input.prefix)} + signature + ${quoted(input.suffix)};`,
    ...(input.encoded
      ? [
          '        // Letters outside ASCII: the whole value is one RFC 2047 encoded word (SIG-9).',
          '        var signatureHeader = "=?utf-8?B?" + Convert.ToBase64String(Encoding.UTF8.GetBytes(text)) + "?=";',
        ]
      : ['        var signatureHeader = text;']),
    '',
    `        var request = new HttpRequestMessage(new HttpMethod(${quoted(input.method)}), ${quoted(input.url)});`,
    ...(hasBody ? ['        request.Content = new ByteArrayContent(body);'] : []),
    ...headers
      .filter(({ name }) => hasBody || !ofBody(name))
      .map((header) => {
        const target = ofBody(header.name) ? 'request.Content.Headers' : 'request.Headers';
        return `        ${target}.TryAddWithoutValidation(${quoted(header.name)}, ${header.value});`;
      }),
    '',
    '        var handler = new HttpClientHandler { AllowAutoRedirect = false };',
    ...(input.caFile === null
      ? []
      : [
          `        var ca = new X509Certificate2(${quoted(input.caFile)});`,
          '        handler.ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) =>',
          '        {',
          '            if ((errors & SslPolicyErrors.RemoteCertificateNameMismatch) != 0) return false;',
          '            var own = new X509Chain();',
          '            own.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;',
          '            own.ChainPolicy.VerificationFlags = X509VerificationFlags.AllowUnknownCertificateAuthority;',
          '            own.ChainPolicy.ExtraStore.Add(ca);',
          '            return own.Build(certificate)',
          '                && own.ChainElements[own.ChainElements.Count - 1].Certificate.Thumbprint == ca.Thumbprint;',
          '        };',
        ]),
    '        using (var client = new HttpClient(handler))',
    '        {',
    '            var response = await client.SendAsync(request);',
    '            Console.WriteLine(Encoding.UTF8.GetString(await response.Content.ReadAsByteArrayAsync()));',
    '            Console.WriteLine("HTTP " + (int)response.StatusCode);',
    '        }',
    '    }',
    '}',
    '',
  ].join('\n');
}
