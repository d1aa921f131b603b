/** The embedded simulator: a whole bank in this process, reached over real HTTPS on loopback like any other. */
import { join } from 'node:path';
import { type Bank, startBank } from '../../../bank-sim/index.ts';
import { META, type Meta } from '../store/meta.ts';

/** Ports to prefer, so that addresses in a TPP's own configuration stay valid after a restart. */
const PORTS = { port: 8443, psuPort: 8444, controlPort: 8445 };

export interface LocalBankOptions {
  dataFolder: string;
  meta: Meta;
  /** Whether the PSU's pages are shown in a browser alone, which does not trust the simulator's CA. */
  inBrowser: boolean;
  log: (line: string) => void;
}

/** Starts the bank with the port and the switches that a person has chosen. @throws StartError when the data folder is in use or newer than this program */
export async function startLocalBank({ dataFolder, meta, inBrowser, log }: LocalBankOptions): Promise<Bank> {
  const bank = await startBank({
    ...PORTS,
    port: meta.read(META.bankPort) ?? PORTS.port,
    orAnyPort: true,
    data: join(dataFolder, 'bank'),
    psuHttp: inBrowser,
    plainPsu: !inBrowser,
    log,
  });
  for (const [name, value] of Object.entries(meta.read(META.bankQuirks))) {
    const turned = bank.operator.setQuirk(name, value);
    // Stored by another version: this bank does not know it, and it is left out.
    if (!turned.done) log(turned.refusal.text);
  }
  return bank;
}

/** What a person changes of the local bank and finds again after a restart. */
export interface BankMemory {
  keepBankPort: (port: number) => void;
  keepQuirk: (name: string, value: string | boolean) => void;
}

export function bankMemory(meta: Meta): BankMemory {
  return {
    keepBankPort: (port) => meta.write(META.bankPort, port),
    keepQuirk: (name, value) => meta.write(META.bankQuirks, { ...meta.read(META.bankQuirks), [name]: value }),
  };
}
