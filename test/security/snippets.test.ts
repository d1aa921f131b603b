/** What is copied as curl or for Node.js runs nothing that somebody has planted. test/full/security/snippets.test.ts has the other languages. */
import { describeSnippets } from '../support/hostile-snippets.ts';

describeSnippets(['curl', 'node']);
