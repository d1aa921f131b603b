/** Writes a request as a program. */
import { csharpSnippet } from './csharp.ts';
import { curlSnippet } from './curl.ts';
import { javaSnippet } from './java.ts';
import type { Language } from './languages.ts';
import { nodeSnippet } from './node.ts';
import { pythonSnippet } from './python.ts';
import type { SnippetInput } from './snippet.ts';

const WRITERS: Record<Language, (input: SnippetInput) => string> = {
  curl: curlSnippet,
  node: nodeSnippet,
  python: pythonSnippet,
  java: javaSnippet,
  csharp: csharpSnippet,
};

/** The request as a whole program. */
export function snippet(language: Language, input: SnippetInput): string {
  return WRITERS[language](input);
}
