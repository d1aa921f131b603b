/** The service of spaces: one process, one CA, one control listener, and a bank for each space. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Listener } from '../../shared/node/http-server.ts';
import { openDatabase } from '../../shared/node/sqlite.ts';
import { startErrorOf } from '../../shared/node/start-error.ts';
import type { BankOptions } from '../bank-options.ts';
import { hostIn, hostsInAddresses, interfaceAt } from '../host-names.ts';
import { controlServer, type ControlHandler } from '../control/listener.ts';
import { bankPki } from '../pki/bank-pki.ts';
import { TrustedAuthorities } from '../trust.ts';
import { Spaces, type SpacesOptions } from './spaces.ts';
import { MAX_SPACE_CONNECTIONS } from '../../shared/limits.ts';
import { sameSecret } from '../../shared/node/crypto.ts';
import { CONTROL_ROUTES } from '../control/control.ts';
import { Routes } from '../control/routes.ts';
import { refusable, SPACES_CALLS, type SpacesContext, UNAUTHORISED } from './calls.ts';
import { counter, exposed, gauge, one } from '../control/exposition.ts';
import { processFamilies } from '../control/metrics.ts';

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
      names,
      notice: log,
    });
    // Read once more by each bank; here, so that a wrong file is a reason not to start.
    void new TrustedAuthorities(pki.caPem, trust);
    const { psuHttp = false, accessLog, betweenPieces, random } = options;
    const spaces = new Spaces(
      { ...options, folder: join(data, 'spaces'), at: interfaceAt('--host', options.host) },
      {
        pki,
        mostConnections: MAX_SPACE_CONNECTIONS,
        bank: {
          trust,
          psuHttp,
          names,
          realNow,
          ...(betweenPieces && { betweenPieces }),
          ...(random && { random }),
        },
        ...(accessLog && { accessLog }),
        log,
        now: realNow,
      },
    );
    const controlToken = options.controlToken ?? randomBytes(24).toString('base64url');
    let stopping = false;
    const { controlName } = hostsInAddresses(options);
    const ownUrl = () => `http://${controlName}:${control.port}`;
    const desk = spacesControl(
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
    try {
      await spaces.open();
      await control.open(options.controlPort, interfaceAt('--control-host', options.controlHost));
    } catch (error) {
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

/** Who may call the control listener of the service, and what answers: the calls of the service, or those of the bank of a space. */
const ROUTES = new Routes(SPACES_CALLS);

/** The name in the path, and what follows it. */
const OF_SPACE = /^\/spaces\/([a-z0-9-]+)(\/.*)?$/;
/** Paths of the bank's own control calls. */
const OF_BANK = '/control/';

/** @param token of the service, which may do everything; the token of a space is for what is below the path of that space */
function spacesControl(context: SpacesContext, token: string): ControlHandler {
  const { spaces } = context;
  return {
    refusal: (path, authorization) => {
      if (path !== null && !ROUTES.needsToken(path)) return null;
      const given = /^Bearer (.+)$/.exec(authorization)?.[1] ?? '';
      if (sameSecret(given, token)) return null;
      const [, name = ''] = OF_SPACE.exec(path ?? '') ?? [];
      // Whoever has no token does not learn which spaces there are.
      return spaces.find(name)?.hasToken(given) ? null : UNAUTHORISED;
    },
    largestBody: (method, path) => {
      const [, , rest = ''] = OF_SPACE.exec(path) ?? [];
      return rest.startsWith(OF_BANK)
        ? CONTROL_ROUTES.largestBody(method, rest)
        : ROUTES.largestBody(method, path);
    },
    handle: (asked) => {
      const [, name = '', rest = ''] = OF_SPACE.exec(asked.path) ?? [];
      if (!rest.startsWith(OF_BANK)) return ROUTES.answerTo(context, asked);
      return refusable(() => spaces.get(name).control({ ...asked, path: rest }));
    },
  };
}

/** What the service reports to Prometheus. The names of spaces are labels: whoever makes spaces chooses them, and --most bounds their number. */
function spacesMetrics(spaces: Spaces): string {
  const all = spaces.all();
  const states = (['awake', 'asleep', 'unusable'] as const).map(
    (state) => [{ state }, all.filter((space) => space.state === state).length] as const,
  );
  const each = (what: 'requests' | 'refusals' | 'wakes') =>
    all.map(({ name, counts }) => [{ space: name }, counts[what]] as const);
  return exposed([
    gauge('tpp_spaces', 'Spaces by state.', states),
    counter('tpp_spaces_made_total', 'Spaces that were made.', one(spaces.counts.made)),
    counter('tpp_spaces_ended_total', 'Spaces that were ended.', one(spaces.counts.ended)),
    counter('tpp_space_requests_total', 'Requests of TPPs that were answered, by space.', each('requests')),
    counter('tpp_space_refusals_total', 'Refused requests of TPPs, by space.', each('refusals')),
    counter('tpp_space_wakes_total', 'How often a space was started, by space.', each('wakes')),
    ...processFamilies(),
  ]);
}
