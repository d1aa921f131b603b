/** The diagrams in a Mermaid export, which is Markdown. */

export function partsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^```mermaid\n([\s\S]*?)^```$/gm)].map(([, part]) => part ?? '');
}

/** The lines that stand for an event: a message or a note. */
export function mermaidStatements(markdown: string): string[] {
  const lines = partsOf(markdown).flatMap((part) => part.trimEnd().split('\n'));
  return lines.filter((line) => /^ {2}(?:[TPB]--?>>[TPB]|Note [a-zT,P B]+): /.test(line));
}
