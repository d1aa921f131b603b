/** Writes a request as a program, or as a folder that runs as it is. */
import { csharpSnippet } from './csharp.ts';
import { curlSnippet } from './curl.ts';
import { javaSnippet } from './java.ts';
import { nodeSnippet } from './node.ts';
import { pythonSnippet } from './python.ts';
import { CA_FILE, type SnippetInput, type Language, headline, LANGUAGES } from './snippet.ts';

const WRITERS: Record<Language, (input: SnippetInput) => string> = {
  curl: curlSnippet,
  node: nodeSnippet,
  python: pythonSnippet,
  java: javaSnippet,
  csharp: csharpSnippet,
};

export function snippet(language: Language, input: SnippetInput): string {
  return WRITERS[language](input);
}

/** A project for `dotnet run`, whatever version of .NET is installed. */
const PROJECT = [
  '<Project Sdk="Microsoft.NET.Sdk">',
  '  <PropertyGroup>',
  '    <OutputType>Exe</OutputType>',
  '    <TargetFramework>net8.0</TargetFramework>',
  '    <RollForward>Major</RollForward>',
  '  </PropertyGroup>',
  '</Project>',
  '',
].join('\n');

/**
 * The texts of such a folder by file name. The certificate with its key and the CA are not among them.
 * @param withKey whether the certificate with its key lies beside the program
 */
export function folderTexts(
  language: Language,
  input: SnippetInput,
  withKey: boolean,
): Readonly<Record<string, string>> {
  const { file, needs, run, title } = LANGUAGES.find(({ id }) => id === language) ?? LANGUAGES[0];
  const signs = input.profile !== null;
  const key = withKey
    ? `\`${needs}\` is the certificate with its private key, which no password protects. Whoever has it can sign as you.`
    : `Save the certificate with its key and without a password here as \`${needs}\` (Certificates, Export…).`;
  const ca =
    input.caFile === null
      ? 'The program trusts the CAs of your system.'
      : `The program trusts the CA in \`${CA_FILE}\`.`;
  const readme = [
    `# ${headline(input)}`,
    '',
    `The program for ${title} ${signs ? 'signs the request, sends it' : 'sends the request'} to ${new URL(input.url).origin} and prints the response. Run it in this folder:`,
    '',
    ...run.map((command) => `    ${command}`),
    '',
    signs ? `${key} ${ca}` : ca,
    '',
  ].join('\n');
  return {
    [file]: snippet(language, input),
    ...(language === 'csharp' ? { 'SignedRequest.csproj': PROJECT } : {}),
    'README.md': readme,
  };
}
