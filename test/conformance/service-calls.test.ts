/** Section 13: what the control listener tells probes and Prometheus. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../shared/xs2a/operations.ts';
import { RULE_IDS } from '../../shared/xs2a/rules.ts';
import { useBank } from '../support/bank.ts';
import { reset } from '../support/payments.ts';
import { control } from '../support/tpp.ts';

const test = useBank();
beforeEach(() => reset(test.bank));

const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents' };

/** Without a token. */
async function probed(path: string, headers: Record<string, string> = {}) {
  const asked = request(`${test.bank.controlBaseUrl}${path}`, { headers });
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    asked.on('error', reject).on('response', (response) => {
      let text = '';
      response.on('data', (piece: Buffer) => (text += piece.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.end();
  });
}

async function metrics(): Promise<string> {
  const { controlBaseUrl, controlToken } = test.bank;
  const response = await fetch(`${controlBaseUrl}/control/metrics`, {
    headers: { Authorization: `Bearer ${controlToken}` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain;version=0.0.4;charset=utf-8');
  return response.text();
}

/** The value of a sample; 0 if there is none yet. */
async function sample(name: string): Promise<number> {
  const line = (await metrics()).split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

describe('probes', () => {
  it('health and readiness need no token, but the Host of this machine, and no page of another origin', async () => {
    expect(await probed('/control/health')).toEqual({ status: 200, text: '{"healthy":true}' });
    expect(await probed('/control/ready')).toEqual({ status: 200, text: '{"ready":true}' });
    expect((await probed('/control/health', { Host: 'bank.example' })).status).toBe(403);
    expect((await probed('/control/ready', { Origin: 'https://bank.example' })).status).toBe(403);
    for (const path of ['/control/state', '/control/metrics', '/control/health/x', '/control/'])
      expect((await probed(path)).status).toBe(401);
  });
  it('a bank that TPPs cannot reach is not ready, and says why', async () => {
    const port = Number(new URL(test.bank.apiBaseUrl).port);
    await test.bank.stopListening();
    expect(await probed('/control/ready')).toEqual({
      status: 503,
      text: '{"error":"The API of the bank is switched off."}',
    });
    expect((await probed('/control/health')).status).toBe(200);
    await test.bank.listen(port);
    expect((await probed('/control/ready')).status).toBe(200);
  });
});

describe('metrics', () => {
  it('count requests by operation and status, and refusals by rule', async () => {
    const names = [
      'tpp_bank_requests_total{operation="createConsent",status="201"}',
      'tpp_bank_requests_total{operation="createConsent",status="400"}',
      'tpp_bank_refusals_total{rule="HDR-1"}',
      'tpp_bank_request_duration_seconds_count',
      'tpp_bank_request_duration_seconds_bucket{le="+Inf"}',
      'tpp_bank_dropped_connections_total',
    ];
    const before = await Promise.all(names.map(sample));
    expect((await test.tpp().send(CONSENT)).status).toBe(201);
    expect((await test.tpp().send({ ...CONSENT, headers: { 'X-Request-ID': null } })).status).toBe(400);
    await control(test.bank, 'POST', '/control/scenarios', {
      when: { times: 1 },
      then: { dropConnection: true },
    });
    await expect(test.tpp().send(CONSENT)).rejects.toThrow('socket hang up');
    const after = await Promise.all(names.map(sample));
    expect(after.map((value, at) => value - (before[at] ?? 0))).toEqual([1, 1, 1, 2, 2, 1]);
    expect(await sample('tpp_bank_requests_underway{listener="api"}')).toBe(0);
  });
  it('have the lines of the format, each family once', async () => {
    await test.tpp().send(CONSENT);
    const lines = (await metrics()).trimEnd().split('\n');
    const families = lines.filter((line) => line.startsWith('# TYPE')).map((line) => line.split(' ')[2]);
    expect(new Set(families).size).toBe(families.length);
    for (const line of lines)
      expect(line).toMatch(
        /^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\})? -?[0-9.e+-]+)$/,
      );
    const buckets = lines.flatMap((line) => /_bucket\{.*\} (\d+)$/.exec(line)?.[1] ?? []).map(Number);
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
    expect(buckets).toHaveLength(12);
  });
  it('have no label value that a TPP chooses, however many different requests come', async () => {
    const ids = Array.from({ length: 30 }, () => randomUUID());
    for (const id of ids) {
      const tpp = test.tpp();
      tpp.sessionId = id;
      await tpp.send({ path: `/v1/${id}`, headers: { 'X-Request-ID': id } });
      await tpp.send({ method: 'DELETE', path: `/v1/payments/sepa-credit-transfers/${id}` });
    }
    const text = await metrics();
    for (const id of ids) expect(text).not.toContain(id);
    const values = (label: string) =>
      new Set([...text.matchAll(new RegExp(`[{,]${label}="([^"]*)"`, 'g'))].map(([, value]) => value));
    const known = ['unknown', ...OPERATIONS.map(({ id }) => id)];
    expect([...values('operation')].filter((one) => !known.includes(one ?? ''))).toEqual([]);
    expect([...values('rule')].filter((one) => !RULE_IDS.some((rule) => rule === one))).toEqual([]);
    const labels = new Set([...text.matchAll(/[{,]([a-z]+)="/g)].map(([, label]) => label));
    expect(labels).toEqual(new Set(['environment', 'le', 'listener', 'operation', 'rule', 'status']));
  });
});
