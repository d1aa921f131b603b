/** Sessions of a run by name, and how they are recorded (SCA-4, SCA-5, HDR-6). */
import { describe, expect, it } from 'vitest';
import { fresh } from '../../shared/requests/compose.ts';
import type { Step } from '../../shared/collections/steps.ts';
import { outcomes, useRuns } from '../support/bank-runs.ts';
import { coreForFile } from '../support/file-core.ts';
import { APPROVE, CONSENT, CUSTOMERS, request, status } from '../support/run-steps.ts';
import { stepsOf } from '../support/runs.ts';

/** @param name if the session is used more than once */
const carry = (session: string, name = `Session ${session}`): Step => ({ name, session });
const user = (name: string, more: Partial<Step> = {}): Step => ({
  name,
  request: request('readUser'),
  ...more,
});

describe('a run', () => {
  const { ran } = useRuns();

  it('carries the session of a name, which acts as its PSU and in its context', async () => {
    const corporate: Step = {
      name: 'Approve for the company',
      sca: { psu: '{{eirik}}', decision: 'approve', context: 'CORPORATE', agreement: 'Fjellheim Bygg AS' },
    };
    const isCorporate = { of: 'body', path: '$.psuCorporateId' } as const;
    const run = await ran(
      stepsOf(
        CUSTOMERS,
        CONSENT,
        APPROVE,
        carry('2'),
        user('A new session has no SCA', { expect: [status(401)] }),
        { ...CONSENT, name: 'Ask again' },
        corporate,
        user('As the company', { expect: [{ that: isCorporate, must: { is: 'present' } }] }),
        carry('1'),
        user('As the person, whose session the other one has ended', { expect: [status(401)] }),
        carry('2', 'The second again'),
        user('As the company again', { expect: [{ that: isCorporate, must: { is: 'present' } }] }),
      ),
    );
    expect(run.results.map(({ reason }) => reason).filter((reason) => reason !== null)).toEqual([]);
    expect(new Set(outcomes(run))).toEqual(new Set(['passed']));
    expect(run.results[3]).toMatchObject({ kind: 'session', line: 'Use session 2' });
  });

  it('begins again with session 1 after a reset', async () => {
    const run = await ran(
      stepsOf(
        CUSTOMERS,
        carry('2'),
        CONSENT,
        APPROVE,
        { name: 'Reset', control: { method: 'POST', path: '/control/reset', json: {} } },
        carry('2', 'The second again'),
        user('Nobody is known', { expect: [status(401)] }),
        carry('{{none}}'),
      ),
    );
    expect(run.results.at(-2)).toMatchObject({ outcome: 'passed', status: 401 });
    expect(run.results.at(-1)).toMatchObject({ outcome: 'failed' });
    expect(run.results.at(-1)?.reason).toContain('none');
  });
});

describe('a recording', () => {
  const { call } = coreForFile('recorded-sessions');
  const carried = async () => (await call('sessions.list', {})).current;

  it('has the sessions that a person begins and uses, by names; of one from before it says that it has none', async () => {
    const earlier = await carried();
    await call('sessions.begin', {});
    await call('recording.start', { reset: false });
    const first = await carried();
    await call('sessions.begin', {});
    const second = await carried();
    await call('requests.send', fresh('readUser'));
    await call('sessions.use', { id: first });
    await call('sessions.use', { id: second });
    await call('sessions.use', { id: second });
    await call('sessions.use', { id: earlier });
    await call('recording.stop', {});
    const { path } = await call('recording.save', { name: 'Sessions' });
    const { entries } = await call('saved.list', {});
    const steps = entries.filter((entry) => entry.path.startsWith(`${path}/`)).map(({ step }) => step);
    expect(steps.map(({ session, skip, name }) => session ?? skip ?? name)).toEqual([
      '2',
      'Read user',
      '1',
      '2',
      expect.stringContaining('started before the recording'),
    ]);
  });
});
