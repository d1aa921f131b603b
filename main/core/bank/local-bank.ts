/** The embedded simulator: a whole bank in this process, reached over real HTTPS on loopback like any other. */
import { join } from 'node:path';
import { type Bank, startBank } from '../../../bank-sim/index.ts';

/** Ports to prefer, so that addresses in a TPP's own configuration stay right over a restart. */
const PORTS = { port: 8443, psuPort: 8444, controlPort: 8445 };

/**
 * @param psuHttp plain HTTP for the PSU's pages, for hosts whose browser does not trust the simulator's CA
 * @throws StartError when the data folder is in use or newer than this program
 */
export function startLocalBank(
  dataFolder: string,
  psuHttp: boolean,
  log: (line: string) => void,
): Promise<Bank> {
  return startBank({ ...PORTS, orAnyPort: true, data: join(dataFolder, 'bank'), psuHttp, log });
}
