/** Signature profiles: the workbench signs as each bank wants, and each bank refuses what another one wants. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, startBank } from '../../bank-sim/index.ts';
import type { Workbench } from '../../main/core/services.ts';
import { fresh } from '../../shared/requests/compose.ts';
import {
  readProfileFile,
  type SignatureProfile,
  SPECIFICATION,
  writeProfileFile,
} from '../../shared/signing/profile.ts';
import { DIALECTS, otherThan } from '../support/dialects.ts';
import { folderForFile } from '../support/folders.ts';
import { programFile } from '../support/programs.ts';
import { callCore, chooseBank, downloaded, startCore } from '../support/workbench.ts';

const folder = folderForFile('signature-profile');
const PROGRAM = programFile('cli');
let workbench: Workbench;

beforeAll(async () => {
  workbench = await startCore(join(folder, 'data'));
});
afterAll(() => workbench.stop());

/** With a body, and without one. */
const REQUESTS = [fresh('createPayment'), fresh('listAccounts')] as const;

const withSetting = <K extends keyof SignatureProfile>(key: K, value: SignatureProfile[K]) =>
  DIALECTS.find((one) => one[key] === value) ?? SPECIFICATION;

/** A bank whose clock is that of the workbench. */
async function atBank(
  options: { profile?: SignatureProfile },
  work: (bank: Bank) => Promise<void>,
): Promise<void> {
  const bank = await startBank({ port: 0, psuPort: 0, controlPort: 0, data: null, ...options });
  try {
    await work(bank);
  } finally {
    await bank.stop();
  }
}

async function use(bank: Bank, profile: SignatureProfile): Promise<string> {
  const id = await chooseBank(workbench, { baseUrl: bank.apiBaseUrl, ca: bank.caPem });
  await callCore(workbench, 'environments.setProfile', { id, profile });
  return id;
}

/** The codes of the requests that are refused before the check of the PSU, which is where a signature has passed. */
async function refused(): Promise<string[]> {
  const codes: string[] = [];
  for (const request of REQUESTS) {
    const { response } = await callCore(workbench, 'requests.send', request);
    const code = /"code":\s*"(\w+)"/.exec(response?.body ?? '')?.[1];
    // A payment is created; the accounts need an SCA.
    if (![201, 401].includes(response?.status ?? 0)) codes.push(code ?? 'no code');
  }
  return codes;
}

describe('a bank with a profile', () => {
  it.each(DIALECTS)('$name: its own requests pass, others do not', async (profile) => {
    await atBank({ profile }, async (bank) => {
      const id = await use(bank, profile);
      expect(await refused()).toEqual([]);
      await callCore(workbench, 'environments.setProfile', { id, profile: otherThan(profile) });
      const codes = await refused();
      expect(codes.length).toBeGreaterThan(0);
      for (const code of codes) expect(code).toMatch(/^(?:SIGNATURE|CERTIFICATE)_INVALID$/);
    });
  });

  it.each(DIALECTS)('$name at a bank of the specification', async (profile) => {
    await atBank({}, async (bank) => {
      await use(bank, profile);
      // SIG-4: the keyId has one form; what SIG-2, SIG-6 and SIG-11 leave open passes.
      const isRefused = profile.serial === 'decimal' || profile.issuer === 'openssl';
      expect(await refused()).toEqual(isRefused ? ['CERTIFICATE_INVALID', 'CERTIFICATE_INVALID'] : []);
    });
  });

  it('SIG-11: names the profile and the difference in its explanation', async () => {
    const profile = withSetting('digestWithoutBody', true);
    await callCore(workbench, 'environments.choose', { id: 'local' });
    // The local bank and its environment have one profile.
    await callCore(workbench, 'environments.setProfile', { id: 'local', profile });
    expect(await refused()).toEqual([]);
    expect((await callCore(workbench, 'bank.overview', { search: '' })).profile.name).toBe(profile.name);
    const { explanation } = await callCore(workbench, 'requests.send', {
      ...REQUESTS[1],
      profile: SPECIFICATION,
    });
    expect(explanation).toMatchObject({
      check: 'digest',
      rule: 'SIG-11',
      hint: 'The bank follows the signature profile “Digest of the empty body”.',
    });
    expect(explanation?.text).toContain('requires of requests without a body');
    await callCore(workbench, 'environments.setProfile', { id: 'local', profile: SPECIFICATION });
    expect(await refused()).toEqual([]);
  });
});

it('the signing proxy signs as the bank of its environment wants', async () => {
  const [, profile = SPECIFICATION] = DIALECTS;
  await atBank({ profile }, async (bank) => {
    const environment = await use(bank, profile);
    const { proxy } = await callCore(workbench, 'proxy.start', { environment, origin: null });
    const consent = `${proxy?.address}/v1/bank-offered-consents`;
    const { status } = await fetch(consent, {
      method: 'POST',
      headers: { 'X-Proxy-Token': proxy?.token ?? '' },
    });
    await callCore(workbench, 'proxy.stop', {});
    expect(status).toBe(201);
  });
});

it('the preview shows what is sent, and what a bank of the specification says', async () => {
  const preview = (profile: SignatureProfile) =>
    callCore(workbench, 'environments.previewProfile', { id: 'local', profile, request: REQUESTS[1] });
  expect((await preview(SPECIFICATION)).refusal).toBeNull();
  const decimal = await preview(withSetting('serial', 'decimal'));
  expect(decimal.prepared.signing.text).toMatch(/keyId="SN=\d+,CA=/);
  expect(decimal).toMatchObject({ rule: 'SIG-4', refusal: expect.stringContaining('key-id') as string });
  const always = await preview(withSetting('digestWithoutBody', true));
  expect(always.prepared.signing.lines).toContain(
    'digest: SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  );
});

describe('a file', () => {
  it('is saved and read back', async () => {
    const profile = withSetting('issuer', 'openssl');
    const { download } = await callCore(workbench, 'environments.saveProfile', { profile });
    const { name, bytes } = downloaded(workbench, download);
    expect(name).toBe('OpenSSL-s name.signature-profile.json');
    expect(readProfileFile(bytes.toString('utf8'))).toEqual(profile);
  });

  it.each([
    ['{', 'not JSON'],
    ['[]', 'has the form'],
    ['{"signatureProfile": {"name": "A", "headers": ["Date"]}}', 'lower case'],
    ['{"signatureProfile": {"name": "A", "headers": ["content-length"]}}', 'does not sign Content-Length'],
    ['{"signatureProfile": {"headers": ["date"]}}', 'name'],
    [
      '{"signatureProfile": {"name": "A", "serial": "roman"}}',
      'The signature profile cannot be used: serial: must be upper-hex or lower-hex or decimal, not this text.',
    ],
    [
      '{"signatureProfile": {"name": "A", "serail": "decimal"}}',
      'The signature profile cannot be used: it cannot have serail, which is unknown here.',
    ],
    [
      '{"signatureProfile": {"name": "A", "keyId": "SN={serial},CA={isuer}"}}',
      'keyId: The keyId can have {serial} and {issuer}, and no other braces.',
    ],
  ])('%s is refused with what is wrong', (text, said) => {
    expect(readProfileFile(text)).toContain(said);
  });

  const file = join(folder, 'openssl.json');
  const run = (args: readonly string[], input = '') =>
    spawnSync(process.execPath, [PROGRAM, ...args], {
      cwd: folder,
      input,
      encoding: 'utf8',
      timeout: 60_000,
    });

  it('is used by a run, whose own bank follows it', () => {
    writeFileSync(file, writeProfileFile(withSetting('issuer', 'openssl')));
    writeFileSync(join(folder, 'env.json'), '{"profile":"openssl.json"}');
    const shipped = join(import.meta.dirname, '../../main/collections/first-steps');
    const { stdout, status } = run(['run', shipped, '--bank', '--env', 'env.json']);
    expect(stdout).toContain(' 0 failed');
    expect(status).toBe(0);
  });

  it('is used by cert keyid, also among all formats', () => {
    const profile = withSetting('serial', 'decimal');
    writeFileSync(file, writeProfileFile(profile));
    run(['cert', 'make', '--out', 'tpp', '--force']);
    const args = ['cert', 'keyid', 'tpp/tpp.pem', '--profile', file];
    const keyId = run(args).stdout.trim();
    const [title, spelled, verdict, ...others] = run([...args, '--all'])
      .stdout.trimEnd()
      .split('\n');
    expect([title, spelled?.trim()]).toEqual([
      `${profile.name}; Serial in decimal, as BigInteger.toString() prints it`,
      keyId,
    ]);
    expect(verdict).toMatch(
      /^ {2}by the profile: accepted; as specified: refused; .* The workbench sends this one\.$/,
    );
    expect(others.join('\n')).not.toContain('The workbench sends');
    expect(others.filter((line) => line.startsWith('  by the profile: accepted'))).toEqual([]);
    expect(others.join('\n')).not.toContain(keyId);
  });

  it('is used by sign and verify', () => {
    writeFileSync(file, writeProfileFile(withSetting('issuer', 'openssl')));
    run(['cert', 'make', '--out', 'tpp', '--force']);
    const at = ['--at', '2026-11-24T09:00:00Z'];
    const url = ['--url', 'https://bank.example/v1/accounts'];
    const signed = run(['sign', '--cert', 'tpp/tpp.pem', '--profile', file, ...url, ...at, '--json']).stdout;
    expect(signed).toContain('C = NO');
    expect(run(['verify', '-', ...at, '--profile', file], signed).stdout).toContain(
      'The signature is valid.',
    );
    expect(run(['verify', '-', ...at], signed).status).toBe(1);
    expect(run(['verify', '-', '--profile', 'none.json'], signed).stderr).toContain('none.json');
  });
});
