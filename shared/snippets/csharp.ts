/** C#, with the classes of .NET only. */
import type { SignatureProfile } from '../signing/profile.ts';
import { REQUEST_TARGET } from '../signing/signing-string.ts';
import { additions, firstComments, issuerStyle, keyIdParts, quoted, type SnippetInput } from './snippet.ts';

export function csharpSnippet(input: SnippetInput): string {
  const { profile } = input;
  const hasBody = input.body !== '';
  return [
    ...firstComments(input, '//', [
      'Needs tpp.pfx (Certificates, Export, PFX) and its password, if it has one, in the variable TPP_PASSWORD.',
    ]),
    'using System;',
    'using System.Collections.Generic;',
    'using System.Linq;',
    'using System.Net.Http;',
    'using System.Net.Security;',
    'using System.Security.Cryptography;',
    'using System.Security.Cryptography.X509Certificates;',
    'using System.Text;',
    'using System.Text.RegularExpressions;',
    'using System.Threading.Tasks;',
    '',
    'public static class SignedRequest',
    '{',
    '    public static void Main() => Send().GetAwaiter().GetResult();',
    '',
    '    private static async Task Send()',
    '    {',
    `        var body = Encoding.UTF8.GetBytes(${quoted(input.body)});`,
    '        var headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);',
    ...input.headers.map(({ name, value }) => `        headers[${quoted(name)}] = ${quoted(value)};`),
    ...(profile === null
      ? []
      : [`        Sign(${quoted(input.method)}, ${quoted(input.target)}, headers, body);`]),
    '',
    `        var request = new HttpRequestMessage(new HttpMethod(${quoted(input.method)}), ${quoted(input.url)});`,
    ...(hasBody ? ['        request.Content = new ByteArrayContent(body);'] : []),
    '        foreach (var header in headers)',
    ...(hasBody
      ? [
          '        {',
          '            // .NET keeps the headers of the body apart.',
          '            if (header.Key.StartsWith("Content-", StringComparison.OrdinalIgnoreCase))',
          '                request.Content.Headers.TryAddWithoutValidation(header.Key, header.Value);',
          '            else request.Headers.TryAddWithoutValidation(header.Key, header.Value);',
          '        }',
        ]
      : ['            request.Headers.TryAddWithoutValidation(header.Key, header.Value);']),
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
    ...(profile === null ? [] : signing(input, profile)),
    '}',
    '',
  ].join('\n');
}

const VALUES: Record<ReturnType<typeof issuerStyle>['value'], string> = {
  java: String.raw`Regex.Replace(Regex.Replace(text, "[,=+<>#;\"\\\\]", "\\$0"), "^ | $", "\\ ")`,
  rfc2253: String.raw`Regex.Replace(Regex.Replace(text, "[,+<>;\"\\\\]", "\\$0"), "^[ #]|(?!^) $", "\\$0")`,
  quoted: String.raw`Regex.IsMatch(text, "[,+=\n<>#;\"\\\\]|^ | $") ? "\"" + Regex.Replace(text, "[\"\\\\]", "\\$0") + "\"" : text`,
  'percent-encoded': 'Uri.EscapeDataString(text)',
};

function serial(profile: SignatureProfile): string[] {
  const hex = String.raw`certificate.SerialNumber.TrimStart('0')`;
  if (profile.serial !== 'decimal')
    return [
      '',
      '    private static string SerialOf(X509Certificate2 certificate)',
      '    {',
      `        return ${hex}${profile.serial === 'lower-hex' ? '.ToLowerInvariant()' : ''};`,
      '    }',
    ];
  return [
    '',
    '    /// <summary>The serial number in decimal, digit by digit: it has more than 64 bits.</summary>',
    '    private static string SerialOf(X509Certificate2 certificate)',
    '    {',
    '        var digits = new List<int> { 0 };',
    `        foreach (var character in ${hex})`,
    '        {',
    '            var carry = Convert.ToInt32(character.ToString(), 16);',
    '            for (var at = 0; at < digits.Count; at++)',
    '            {',
    '                carry += digits[at] * 16;',
    '                digits[at] = carry % 10;',
    '                carry /= 10;',
    '            }',
    '            for (; carry > 0; carry /= 10) digits.Add(carry % 10);',
    '        }',
    '        digits.Reverse();',
    '        return string.Concat(digits);',
    '    }',
  ];
}

function signing(input: SnippetInput, profile: SignatureProfile): string[] {
  const style = issuerStyle(profile);
  const parts = keyIdParts(profile, { serial: 'SerialOf(tpp)', issuer: 'IssuerOf(tpp)' }, quoted);
  const hash = profile.digestAlgorithm === 'SHA-512' ? 'SHA512' : 'SHA256';
  const added = additions(
    input,
    profile,
    {
      date: 'DateTime.UtcNow.ToString("r")',
      hash: `Convert.ToBase64String(${hash}.Create().ComputeHash(body))`,
      requestId: 'Guid.NewGuid().ToString()',
      der: 'Convert.ToBase64String(tpp.RawData)',
      plus: ' + ',
    },
    ({ name, value, ifBody }) => [
      `        if (${ifBody ? 'body.Length > 0 && ' : ''}!given.Contains(${quoted(name)}))`,
      `            headers[${quoted(name)}] = ${value};`,
    ],
  );
  return [
    '',
    '    /// <summary>Adds to the headers of a request all that the bank needs. Take this function into your own client.</summary>',
    '    /// <param name="target">path with query, exactly as it is sent</param>',
    '    /// <param name="headers">those that you give yourself are sent as they are</param>',
    '    public static void Sign(string method, string target, Dictionary<string, string> headers, byte[] body)',
    '    {',
    '        var password = Environment.GetEnvironmentVariable("TPP_PASSWORD") ?? "";',
    '        var tpp = new X509Certificate2("tpp.pfx", password);',
    '        var given = new HashSet<string>(headers.Keys, StringComparer.OrdinalIgnoreCase);',
    ...added,
    '        var values = new Dictionary<string, string>(headers, StringComparer.OrdinalIgnoreCase);',
    `        values["${REQUEST_TARGET}"] = method.ToLowerInvariant() + " " + target;`,
    '        // Those of these headers that the request has, in this order.',
    `        var names = new[] { ${profile.headers.map(quoted).join(', ')} }.Where(values.ContainsKey).ToArray();`,
    '        // One line for each, "name: value", and no line break at the end.',
    String.raw`        var text = string.Join("\n", names.Select(name => name + ": " + values[name].Trim(' ', '\t')));`,
    '        var signature = tpp.GetRSAPrivateKey().SignData(',
    '            Encoding.UTF8.GetBytes(text), HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);',
    `        var header = "keyId=\\"" + ${parts.join(' + ')}`,
    `            + "\\",algorithm=\\"${profile.algorithm}\\",headers=\\"" + string.Join(" ", names)`,
    '            + "\\",signature=\\"" + Convert.ToBase64String(signature) + "\\"";',
    ...(profile.nonAscii === 'encoded-word'
      ? [
          '        // Letters outside ASCII: the whole value is one RFC 2047 encoded word.',
          '        if (header.Any(character => character > 126))',
          '            header = "=?utf-8?B?" + Convert.ToBase64String(Encoding.UTF8.GetBytes(header)) + "?=";',
        ]
      : ['        // If the issuer has letters outside ASCII, let your client send this header as UTF-8.']),
    '        headers["Signature"] = header;',
    '    }',
    ...(profile.keyId.includes('{serial}') ? serial(profile) : []),
    ...(profile.keyId.includes('{issuer}') ? issuer(style) : []),
  ];
}

function issuer(style: ReturnType<typeof issuerStyle>): string[] {
  return [
    '',
    '    /// <summary>The issuer, read from the certificate itself: libraries print names differently.</summary>',
    '    private static string IssuerOf(X509Certificate2 certificate)',
    '    {',
    '        var parts = Nodes(Nodes(certificate.IssuerName.RawData)[0].Inside)',
    '            .Select(part => string.Join("+", Nodes(part.Inside).Select(Attribute)));',
    `        return string.Join("${style.separator}", parts${style.reversed ? '.Reverse()' : ''});`,
    '    }',
    '',
    '    private static readonly Dictionary<string, string> Names = new Dictionary<string, string>',
    '    {',
    ...style.names.map(([oid, name]) => `        { ${quoted(oid)}, ${quoted(name)} },`),
    '    };',
    '',
    '    private static string Attribute(Node attribute)',
    '    {',
    '        var type = Nodes(attribute.Inside)[0];',
    '        var value = Nodes(attribute.Inside)[1];',
    '        var oid = OidOf(type.Inside);',
    ...(style.othersInHex
      ? [
          '        if (!Names.ContainsKey(oid))',
          '            return oid + "=#" + string.Concat(value.All.Select(one => one.ToString("x2")));',
        ]
      : []),
    '        var text = (value.Tag == 0x1e ? Encoding.BigEndianUnicode : Encoding.UTF8).GetString(value.Inside);',
    `        return (Names.ContainsKey(oid) ? Names[oid] : oid) + "${style.equals}" + (${VALUES[style.value]});`,
    '    }',
    '',
    '    private static string OidOf(byte[] bytes)',
    '    {',
    '        var numbers = new List<long>();',
    '        long number = 0;',
    '        foreach (var one in bytes)',
    '        {',
    '            number = number * 128 + (one & 127);',
    '            if (one > 127) continue;',
    '            numbers.Add(number);',
    '            number = 0;',
    '        }',
    '        var first = Math.Min(numbers[0] / 40, 2);',
    '        return string.Join(".", new[] { first, numbers[0] - first * 40 }.Concat(numbers.Skip(1)));',
    '    }',
    '',
    '    private class Node',
    '    {',
    '        public byte Tag;',
    '        public byte[] All;',
    '        public byte[] Inside;',
    '    }',
    '',
    '    /// <summary>The values next to each other in DER: tag, length, content.</summary>',
    '    private static List<Node> Nodes(byte[] der)',
    '    {',
    '        var found = new List<Node>();',
    '        for (var at = 0; at < der.Length;)',
    '        {',
    '            var start = at + 2;',
    '            int length = der[at + 1];',
    '            if (length > 127)',
    '            {',
    '                start += length - 128;',
    '                length = der.Skip(at + 2).Take(start - at - 2).Aggregate(0, (sum, one) => sum * 256 + one);',
    '            }',
    '            found.Add(new Node',
    '            {',
    '                Tag = der[at],',
    '                All = der.Skip(at).Take(start + length - at).ToArray(),',
    '                Inside = der.Skip(start).Take(length).ToArray(),',
    '            });',
    '            at = start + length;',
    '        }',
    '        return found;',
    '    }',
  ];
}
