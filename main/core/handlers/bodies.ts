/** Windows onto stored bodies. */
import type { Of, Services } from './services.ts';

export function bodyHandlers({ bodies, transfers }: Services): Of<'body'> {
  return {
    'body.lines': ({ id, mode, from, count }) => bodies.ask(id, 'lines', mode, from, count),
    'body.closing': async ({ id, line }) => ({ line: await bodies.ask(id, 'closing', line) }),
    'body.search': ({ id, mode, text }) => bodies.ask(id, 'search', mode, text),
    'body.save': ({ id }) => ({ download: transfers.offer(bodies.file(id)) }),
    'body.root': ({ id }) => bodies.ask(id, 'root'),
    'body.members': ({ id, offset, from, count }) => bodies.ask(id, 'members', offset, from, count),
    'body.query': ({ id, path }) => bodies.ask(id, 'query', path),
  };
}
