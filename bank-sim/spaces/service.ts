/** The service of spaces: one process, one CA, one control listener, and a bank for each space. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { connectionShare, KEPT_FREE } from '../../shared/node/descriptors.ts';
import { Listener } from '../../shared/node/listening.ts';
import { openDatabase } from '../../shared/node/sqlite/database.ts';
import { startErrorOf } from '../../shared/node/start-error.ts';
import { ChainBudget } from '../api/client-certificates.ts';
import type { BankOptions } from '../bank-options.ts';
import { SearchTime } from '../gate/clinic.ts';
import { hostIn, hostsInAddresses, interfaceAt } from '../host-names.ts';
import { controlServer } from '../control/listener.ts';
import { JournalRoom } from '../journal-room.ts';
import { bankPki } from '../pki/bank-pki.ts';
import { TrustedAuthorities } from '../trust.ts';
import { spacesDesk } from './desk.ts';
import { spacesMetrics } from './metrics.ts';
import { MOST_WAITING, SharedDoor } from './shared-door.ts';
import type { SharedAddress } from './space.ts';
import { Spaces, type SpacesOptions } from './spaces.ts';

export interface ServiceOptions
  extends
    Omit<SpacesOptions, 'folder' | 'at'>,
    Pick<
      BankOptions,
      | 'host'
      | 'controlHost'
      | 'names'
      | 'controlPort'
      | 'controlToken'
      | 'trust'
      | 'psuHttp'
      | 'accessLog'
      | 'log'
      | 'realNow'
      | 'betweenPieces'
      | 'random'
    > {
  /** Data folder. */
  data: string;
  /** Origin by which others reach the control listener, if a proxy is in front of it. */
  controlUrl?: string;
  /** Each space has a host name in this domain, at ports that all of them share; 0 for any free ones. */
  shared?: SharedAddress;
}

export interface SpaceService {
  readonly controlBaseUrl: string;
  readonly controlToken: string;
  readonly caFile: string;
  readonly caPem: string;
  readonly spaces: Spaces;
  /** @param grace milliseconds for which requests that have arrived are still answered, while no others are accepted; 0 by default */
  stop: (grace?: number) => Promise<void>;
}

/**
 * A database only for its lock, which the operating system releases when the process ends: two services on the same data would both
 * wake its spaces.
 */
const LOCK = { file: 'service.db', migrations: ['CREATE TABLE service (unused INTEGER) STRICT;'] } as const;

/** Connections of one listener of a space. Many spaces share the files that a process may open. */
const CONNECTIONS = 200;
/** Of the files that may be open, one of so many parts is for the clients that have not said yet at a shared port which space they mean. */
const DOOR_SHARE = 8;
/** Of the journals of all spaces, roughly. */
const JOURNAL_BYTES = 256 * 1024 * 1024;
/** Milliseconds between two looks for spaces that nobody uses. */
const LOOKS_EVERY = 5000;

/**
 * Starts the service and resolves when all its spaces can be reached.
 * @throws StartError if the port of the control listener or the data folder is in use, or if a trusted CA is not a PEM certificate
 */
export async function startSpaces(options: ServiceOptions): Promise<SpaceService> {
  const { data, trust = [], names = [], log = () => undefined, realNow = Date.now, controlUrl } = options;
  const lock = openDatabase({ folder: data, ...LOCK, synchronous: 'FULL' });
  try {
    const pki = await bankPki(data, {
      realNow: realNow(),
      names: options.shared === undefined ? names : [...names, `*.${options.shared.domain}`],
      log,
    });
    // Read once more by each bank; here, so that a wrong file is a reason not to start.
    void new TrustedAuthorities(pki.caPem, trust);
    let shared: SharedAddress | null = null;
    const { psuHttp = false, accessLog, betweenPieces, random } = options;
    // Each space has two listeners, two doors of two addresses, and a database of three files.
    const ofSpaces = KEPT_FREE + 7 * options.most;
    const waiting = connectionShare(MOST_WAITING, { listeners: DOOR_SHARE, kept: ofSpaces });
    const kept = ofSpaces + (options.shared === undefined ? 0 : 2 * waiting);
    const spaces = new Spaces(
      { ...options, folder: join(data, 'spaces'), at: interfaceAt('--host', options.host) },
      {
        pki,
        bounds: { connections: connectionShare(CONNECTIONS, { listeners: 2 * options.most, kept }) },
        bank: {
          trust,
          psuHttp,
          names,
          realNow,
          limits: {
            chains: new ChainBudget(),
            searching: new SearchTime(),
            journals: new JournalRoom(JOURNAL_BYTES),
          },
          ...(betweenPieces && { betweenPieces }),
          ...(random && { random }),
        },
        ...(accessLog && { accessLog }),
        log,
        shared: () => shared,
        now: realNow,
      },
    );
    const controlToken = options.controlToken ?? randomBytes(24).toString('base64url');
    let stopping = false;
    const { controlName } = hostsInAddresses(options);
    const ownUrl = () => `http://${controlName}:${control.port}`;
    const desk = spacesDesk(
      {
        spaces,
        controlBaseUrl: (name) => `${controlUrl ?? ownUrl()}/spaces/${name}`,
        ports: options.ports,
        caFile: pki.caFile,
        caPem: pki.caPem,
        unready: () => (stopping ? 'The service is stopping.' : null),
        metrics: () => spacesMetrics(spaces),
      },
      controlToken,
    );
    // A proxy passes on the Host that it was sent.
    const hosts = controlUrl === undefined ? names : [...names, hostIn(controlUrl)];
    const control = new Listener(controlServer(desk, { names: hosts, log }), '--control-port');
    const doors = sharedDoors(spaces, options, waiting);
    try {
      if (options.shared !== undefined) {
        const { domain, port, psuPort } = options.shared;
        shared = {
          domain,
          port: await doors.api.open(port, '--port'),
          psuPort: await doors.psu.open(psuPort, '--psu-port'),
        };
      }
      await spaces.open();
      await control.open(options.controlPort, interfaceAt('--control-host', options.controlHost));
    } catch (error) {
      doors.api.close();
      doors.psu.close();
      await spaces.stop(0);
      throw error;
    }
    const resting = keepResting(spaces, log);
    return {
      get controlBaseUrl() {
        return ownUrl();
      },
      controlToken,
      caFile: pki.caFile,
      caPem: pki.caPem,
      spaces,
      stop: async (grace = 0) => {
        stopping = true;
        resting.end();
        doors.api.close();
        doors.psu.close();
        await spaces.stop(grace);
        await control.close();
        lock.close();
        pki.dispose();
      },
    };
  } catch (error) {
    lock.close();
    throw startErrorOf(error, data);
  }
}

/** The doors at which a name in the domain says which space is meant. They stay closed without one. */
function sharedDoors(
  spaces: Spaces,
  { host, shared }: Pick<ServiceOptions, 'host' | 'shared'>,
  waiting: number,
): { api: SharedDoor; psu: SharedDoor } {
  const end = `.${shared?.domain}`;
  const door = (listener: 'api' | 'psu') =>
    new SharedDoor(
      (name, socket) => {
        const space = name.endsWith(end) ? spaces.find(name.slice(0, -end.length)) : null;
        space?.take(listener, socket);
        return space !== null;
      },
      interfaceAt('--host', host),
      waiting,
    );
  return { api: door('api'), psu: door('psu') };
}

/** Puts unused spaces to sleep, one look after the other. */
function keepResting(spaces: Spaces, log: (line: string) => void): { end: () => void } {
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void spaces
      .rest()
      .catch((error: unknown) => log(`Spaces could not be put to sleep: ${String(error)}`))
      .finally(() => {
        looking = false;
      });
  }, LOOKS_EVERY);
  timer.unref();
  return { end: () => clearInterval(timer) };
}
