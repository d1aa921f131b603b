/** Requests of somebody else with as many variables as they can have: to open one, which fills them in, takes moments. */
import { expect, it } from 'vitest';
import { requestOf } from '../../../shared/requests/http.ts';
import { measuredUntil } from '../support/cpu-time.ts';
import { coreForFile } from '../../support/file-core.ts';

const core = coreForFile('many-placeholders');

/** Seconds of the processor, and what is said. */
async function opened(body: string): Promise<{ seconds: number; said: string }> {
  const draft = requestOf({ method: 'POST', path: '/v1/consents', headers: [], body });
  const { seconds, result } = await measuredUntil(() =>
    core.call('requests.prepare', draft).then(
      () => 'prepared',
      (error: unknown) => String(error),
    ),
  );
  return { seconds, said: result };
}

const each = (count: number, name: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `{{${name(at)}}}`).join('');
const json = (count: number, name: (at: number) => string) =>
  JSON.stringify(Array.from({ length: count }, (_, at) => `x{{${name(at)}}}`));

it.each<[what: string, body: string, said: RegExp]>([
  ['one that has no value', '{{a}}'.repeat(1_400_000), /The variable \{\{a\}\} has no value/],
  [
    'very many that have none',
    each(500_000, (at) => `missing${at}`),
    /missing19\}\} and others have no value/,
  ],
  ['the date', '{{today}}'.repeat(390_000), /^prepared$/],
  [
    'banking days',
    json(100_000, (at) => `$bankingDay${at % 2 === 0 ? '+' : '-'}${4000 - (at % 4000)}`),
    /^prepared$/,
  ],
  ['UUIDs', '{{uuid}}{{$uuid}}'.repeat(50_000), /^prepared$/],
  ['short texts', '{{$text}}'.repeat(200_000), /^prepared$/],
])('%s', async (_, body, said) => {
  const found = await opened(body);
  expect(found.said.slice(0, 1000)).toMatch(said);
  expect(found.seconds).toBeLessThan(4);
});

it('one, where the environment has hundreds of long ones', async () => {
  for (let at = 0; at < 300; at++)
    await core.call('variables.set', {
      id: 'local',
      variable: { name: `v${at}`, value: 'x'.repeat(10_000), secret: false },
    });
  const { seconds, said } = await opened('{{sessionId}}'.repeat(20_000) + each(100, (at) => `v${at}`));
  expect([said, seconds < 4]).toEqual(['prepared', true]);
});
