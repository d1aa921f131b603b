/** Implementation of `startBank`, loaded after the check of the Node.js version. */
import { readFileSync } from 'node:fs';
import { readProfileFile, type SignatureProfile } from '../../shared/signing/profile.ts';
import { readQuirk, startBank } from '../../bank-sim/index.ts';
import { CLOCK_YEARS, dateTimeMs, isBankTime } from '../../shared/xs2a/bank-limits.ts';
import type { BankAddresses, BankOptions } from './types.ts';

/** @throws Error for a wrong option, or if the bank cannot start */
export async function startedBank(
  options: BankOptions,
): Promise<{ addresses: BankAddresses; stop: () => Promise<void> }> {
  const { port = 0, psuPort = 0, controlPort = 0, data, clock, trust = [], quirks = {}, log } = options;
  const bank = await startBank({
    port,
    psuPort,
    controlPort,
    data: data ?? null,
    trust: [trust].flat(),
    quirks: Object.assign({}, ...Object.entries(quirks).map(quirkOf)) as object,
    ...(options.profile === undefined ? {} : { profile: profileIn(options.profile) }),
    psuHttp: options.psuHttp ?? false,
    ...(clock === undefined ? {} : { clock: timeOf(clock) }),
    ...(log === undefined ? {} : { log }),
  });
  const { apiBaseUrl, psuBaseUrl, controlBaseUrl, controlToken, caFile, caPem } = bank;
  return {
    addresses: { apiBaseUrl, psuBaseUrl, controlBaseUrl, controlToken, caFile, caPem },
    stop: () => bank.stop(),
  };
}

function profileIn(file: string): SignatureProfile {
  const profile = readProfileFile(readFileSync(file, 'utf8'));
  if (typeof profile === 'string') throw new Error(`${file}: ${profile}`);
  return profile;
}

function quirkOf([name, value]: [string, string | boolean]): object {
  const quirk = readQuirk(`${name}=${value}`);
  if (typeof quirk === 'string') throw new Error(quirk);
  return quirk;
}

function timeOf(clock: string | Date): number {
  const time = typeof clock === 'string' ? dateTimeMs(clock) : clock.getTime();
  if (time === null)
    throw new Error(
      `clock must be a date-time with a time zone, such as 2026-12-01T08:00:00+01:00, not "${String(clock)}".`,
    );
  if (!isBankTime(time)) throw new Error(`clock can be set to ${CLOCK_YEARS}, not "${String(clock)}".`);
  return time;
}
