/** *Break it*: every fault of the list, put into a right request by the workbench, gets exactly its answer from the bank. */
import { createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import { firstOrder, LETTERS_ISSUER } from '../../shared/contract/certificates.ts';
import type { Envelope } from '../../shared/contract/envelope.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import type { Output } from '../../shared/contract/methods.ts';
import type { Fault } from '../../shared/faults/fault.ts';
import { FAULTS } from '../../shared/faults/faults.ts';
import { verifyRsaSha256 } from '../../shared/node/crypto.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { signedTextOf } from '../../shared/requests/prepared.ts';
import type { ComposedRequest } from '../../shared/requests/request.ts';
import { CHECKS } from '../../shared/xs2a/explanation.ts';
import { operationById } from '../../shared/xs2a/operations.ts';
import { RULES } from '../../shared/xs2a/rules.ts';
import { folderForFile } from '../support/folders.ts';
import { TUESDAY } from '../support/given-date.ts';
import { approveSession, startCore } from '../support/workbench.ts';

const folder = folderForFile('faults');
let workbench: Workbench;

async function call<T>(method: string, input: unknown): Promise<T> {
  const envelope = (await workbench.dispatch(method, input)) as Envelope<T>;
  if (!envelope.ok) throw new Error(envelope.error.message);
  return envelope.value;
}

beforeAll(async () => {
  workbench = await startCore(folder);
  await approveSession(workbench);
  // For the fault of an encoded word.
  const order = { ...firstOrder(TUESDAY), issuer: LETTERS_ISSUER };
  const { id } = await call<{ id: string }>('certificates.make', order);
  await call('certificates.use', { id });
});
afterAll(async () => {
  await workbench.stop();
});

/** Operations that have what a fault needs. */
const NEEDS = {
  body: 'createPayment',
  query: 'listTransactions',
  redirect: 'readUser',
  psu: 'readUser',
  'encoded-word': 'readUser',
} as const;

function requestFor(fault: Fault): ComposedRequest {
  const id = fault.operation ?? (fault.needs === undefined ? 'readUser' : NEEDS[fault.needs]);
  const made = fresh(id);
  return { ...made, params: { ...made.params, 'account-id': 'any' }, fault: fault.id };
}

/** Whether the signature is sent whole, so that it says what it covers. */
const isVerifiable = ({ changes }: Fault) =>
  !changes.some((change) => 'signature' in change && change.signature !== 'base64url');

describe('the list', () => {
  it('has at least forty faults, each with its own id, a known rule and a reason', () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(FAULTS.map(({ id }) => id)).size).toBe(FAULTS.length);
    for (const { rule, why } of FAULTS) {
      expect(RULES[rule], rule).toBeDefined();
      expect(why).not.toBe('');
    }
  });
  it('every faulty request is correct without its fault', async () => {
    for (const id of ['readUser', 'createPayment'] as const) {
      expect((await call<Exchange>('requests.send', fresh(id))).status).toBe(operationById(id).success);
    }
  });
  it('an unknown fault is refused with a sentence', async () => {
    const broken = { ...fresh('readUser'), fault: 'gremlin' };
    await expect(call('requests.send', broken)).rejects.toThrow('Unknown fault “gremlin”.');
  });
});

describe('each fault gets the expected response', () => {
  it.each(FAULTS)('$id: $status $code', async (fault) => {
    const exchange = await call<Exchange>('requests.send', requestFor(fault));
    const body = JSON.parse(exchange.response?.body ?? '') as { tppMessages: { code: string }[] };
    expect([exchange.status, body.tppMessages[0]?.code], exchange.response?.body).toEqual([
      fault.status,
      fault.code,
    ]);
    expect(exchange.verdicts[0]).toMatchObject({ holds: 'yes', rule: fault.rule });
    // The explanation names the rule, and the step at which the request stopped.
    expect(exchange.explanation).toMatchObject({ rule: fault.rule });
    const step = CHECKS.find(({ id }) => id === exchange.explanation?.check);
    expect(step?.label).toMatch(/\w/);
    expect(exchange.explanation?.text).toBeTruthy();
    // The bank finds the cause that the fault announces, and only that one.
    const found = exchange.explanation?.wrongSignature?.causes.map(({ id }) => id);
    expect(found, exchange.explanation?.text).toEqual(fault.causes);
  });
  it.each(FAULTS.filter(isVerifiable))(
    '$id: what is shown as signed is what the signature covers',
    async (fault) => {
      const { prepared } = await call<Exchange>('requests.send', requestFor(fault));
      const { signing } = prepared;
      const { certificates } = await call<Output<'certificates.list'>>('certificates.list', {});
      const pem = certificates.find(({ usedBy }) => usedBy.length > 0)?.pem ?? '';
      const [, base64 = ''] = /signature="?([^",]*)/.exec(signing.text) ?? [];
      const covers = verifyRsaSha256(
        createPublicKey(pem),
        Buffer.from(signedTextOf(signing), 'latin1'),
        Buffer.from(base64, 'base64url'),
      );
      // A key that is not that of the certificate is named as such.
      expect(covers).toBe(!signing.otherKey);
    },
  );
  it('every fault of the signature itself announces its cause', () => {
    const ofSignature = FAULTS.filter(({ rule }) => rule === 'SIG-8');
    expect(ofSignature.length).toBeGreaterThanOrEqual(15);
    for (const { id, causes } of ofSignature) expect(causes, id).toBeDefined();
  });
});
