/** The event log of a workbench: what crosses a wire or changes the local bank, in order, each with its cause. */
import { expect, it } from 'vitest';
import { fresh } from '../../shared/request/compose.ts';
import { coreForFile } from '../support/file-core.ts';
import { flowLines } from '../support/flow.ts';
import { approveSession } from '../support/workbench.ts';

const core = coreForFile('flow-log');
const { call } = core;

/** What has happened since a position, in lines. */
async function after(seq: number) {
  return (await call('flow.read', { after: seq, limit: 5000 })).events;
}
const last = async () => (await call('flow.read', { after: 0, limit: 1 })).last;

it('an SCA on the pages: request, decision, its effects, redirect, callback, each with its cause', async () => {
  const before = await last();
  await approveSession(core.workbench);
  expect(flowLines(await after(before))).toEqual([
    '- tpp> GET Read user',
    '0 authorisation new > started',
    '0 tpp< 401 scaRedirect',
    '2 psu> POST Approves',
    '3 approve Sign-in',
    '4 authorisation started > finalised',
    '4 session new > SCA valid',
    '3 psu< 302',
    '7 callback success',
  ]);
});

it('clock, batch and reset are events; what an act has caused names it', async () => {
  const before = await last();
  await call('bank.clock', { advance: 'P1D' });
  await call('bank.batch', {});
  await call('bank.reset', { clock: 'keep' });
  expect(flowLines(await after(before))).toEqual([
    '- clock real',
    '- operator Batch started by hand',
    '1 batch 0/0',
    '- reset reset',
  ]);
});

it('a request and its response are one pair, with the id of the exchange in the history', async () => {
  const before = await last();
  const { id, duration } = await call('requests.send', fresh('listAccounts'));
  const [request, ...rest] = await after(before);
  expect(request).toMatchObject({ kind: 'request', exchange: id, environment: 'Local bank', signed: true });
  expect(rest.at(-1)).toMatchObject({
    kind: 'response',
    exchange: id,
    duration,
    rule: 'HDR-5',
    cause: request?.seq,
  });
});
