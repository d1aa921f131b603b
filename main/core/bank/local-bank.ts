/** The embedded simulator: a whole bank in this process, reached over real HTTPS on loopback like any other. */
import { join } from 'node:path';
import { type Bank, startBank } from '../../../bank-sim/index.ts';

/** Ports to prefer, so that addresses in a TPP's own configuration stay right over a restart. */
const PORTS = { port: 8443, psuPort: 8444, controlPort: 8445 };

/**
 * @param quirks those that were turned before, by name
 * @param port to prefer for the API
 * @param inBrowser whether the PSU's pages are shown in a browser alone, which does not trust the simulator's CA
 * @throws StartError when the data folder is in use or newer than this program
 */
export async function startLocalBank(
  dataFolder: string,
  port: number | null,
  inBrowser: boolean,
  quirks: Readonly<Record<string, string | boolean>>,
  log: (line: string) => void,
): Promise<Bank> {
  const bank = await startBank({
    ...PORTS,
    port: port ?? PORTS.port,
    orAnyPort: true,
    data: join(dataFolder, 'bank'),
    psuHttp: inBrowser,
    plainPsu: !inBrowser,
    log,
  });
  for (const [name, value] of Object.entries(quirks)) {
    const turned = bank.operator.setQuirk(name, value);
    // One of another version: the bank does not know it any more.
    if (!turned.done) log(turned.refusal.text);
  }
  return bank;
}
