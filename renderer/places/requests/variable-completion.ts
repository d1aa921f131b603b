/** Completion of `{{` in a body: the variables that the request can use. */
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { DYNAMIC } from '../../../shared/collections/dynamic.ts';
import { host } from '../../host.ts';
import { activeTab } from '../../state/requests/store.ts';

/** What may stand between the braces, as far as it is typed. */
const TYPED = /\{\{[\w.$+-]*$/;

/** @returns null where no variable begins */
export function variablesAt(context: CompletionContext): Promise<CompletionResult> | null {
  const typed = context.matchBefore(TYPED);
  if (typed === null) return null;
  const { from, to } = typed;
  // The editor closes braces by itself.
  const closed = /^\}{0,2}/.exec(context.state.sliceDoc(to, to + 2))?.[0].length ?? 0;
  return variableNames().then((names) => ({
    from,
    to: to + closed,
    options: names.map((name) => ({ label: `{{${name}}}`, type: 'variable' })),
  }));
}

/** Only those that every request has, if the others cannot be read: the editor is only an editor then. */
async function variableNames(): Promise<string[]> {
  const known = await host
    .call('variables.known', { path: activeTab().path })
    .then(({ variables }) => variables.map(({ name }) => name))
    .catch(() => []);
  return [...new Set([...known, ...Object.keys(DYNAMIC)])];
}
