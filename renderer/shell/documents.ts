/** The documents of the program that people read to use it. Only Help loads them. */

const files = import.meta.glob<string>(
  // The tour is pictures, and the others are for those who change the program.
  ['../../docs/*.md', '!../../docs/{architecture,releasing,style,tour}.md'],
  { eager: true, query: '?raw', import: 'default' },
);

export interface Document {
  /** Its file, as links name it. */
  file: string;
  title: string;
  text: string;
}

/** What a trainer, a tester and a developer begin with; the last is the first of the list. */
const FIRST = ['trainer.md', 'tester.md', 'developer.md'];

/** Those to begin with, then the others by title. */
export const DOCUMENTS: readonly Document[] = Object.entries(files)
  .map(([path, text]) => ({
    file: path.slice(path.lastIndexOf('/') + 1),
    title: text.slice(2, text.indexOf('\n')),
    text,
  }))
  .sort((a, b) => FIRST.indexOf(b.file) - FIRST.indexOf(a.file) || a.title.localeCompare(b.title));
