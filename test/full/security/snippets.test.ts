/** What is copied for Python, Java and C# runs nothing that somebody has planted. */
import { describeSnippets } from '../../support/hostile-snippets.ts';

describeSnippets(['python', 'java', 'csharp']);
