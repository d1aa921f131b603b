/** The embedded simulator: a complete bank in this process, called over real HTTPS on loopback like any other bank. */
import { join } from 'node:path';
import { type Bank, startBank } from '../../../bank-sim/index.ts';
import type { Brand } from '../../../shared/node/brand.ts';
import { setAside } from '../../../shared/node/private-files.ts';
import { BESIDE } from '../../../shared/node/sqlite.ts';
import { DamagedError } from '../../../shared/node/start-error.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { META, type Meta } from '../store/meta.ts';

const t = texts.core.start;

/** Preferred ports, so that addresses in a TPP's own configuration stay valid after a restart. */
const PORTS = { port: 8443, psuPort: 8444, controlPort: 8445 };

export interface LocalBankOptions {
  dataFolder: string;
  meta: Meta;
  brand: Brand;
  /** Whether the PSU's pages are shown only in a browser, which does not trust the simulator's CA. */
  inBrowser: boolean;
  log: (line: string) => void;
  /** Called with a sentence about damaged data of the bank that was set aside. */
  notice: (sentence: string) => void;
  /** Called when its data was deleted or replaced: it has stopped answering. */
  lost: () => void;
}

/**
 * Starts the bank with the port and the quirks that the user has chosen.
 * @throws StartError if the data folder is in use or newer than this program
 */
export async function startLocalBank(options: LocalBankOptions): Promise<Bank> {
  const { dataFolder, meta, brand, inBrowser, log, notice, lost } = options;
  const start = () =>
    startBank({
      ...PORTS,
      port: meta.read(META.bankPort) ?? PORTS.port,
      orAnyPort: true,
      data: join(dataFolder, 'bank'),
      brand,
      psuHttp: inBrowser,
      plainPsu: !inBrowser,
      log,
      notice,
      lost,
    });
  const bank = await start().catch((error: unknown) => {
    if (!(error instanceof DamagedError)) throw error;
    // A simulated bank must not keep the user from real keys.
    notice(t.bankAside(error.file, error.reason, setAside(error.file, Date.now(), BESIDE)));
    return start();
  });
  try {
    for (const [name, value] of Object.entries(meta.read(META.bankQuirks))) {
      const turned = bank.operator.setQuirk(name, value);
      // A quirk of another version.
      if (!turned.done) log(turned.refusal.text);
    }
  } catch (error) {
    await bank.stop();
    throw error;
  }
  return bank;
}
