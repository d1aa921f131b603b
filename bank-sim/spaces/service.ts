/** The service of spaces: one process, one CA, one control listener, and a bank for each space. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Listener } from '../../shared/node/http-server.ts';
import { sameSecret } from '../../shared/node/crypto.ts';
import { openDatabase } from '../../shared/node/sqlite.ts';
import { startErrorOf } from '../../shared/node/start-error.ts';
import type { BankOptions } from '../bank.ts';
import { Routes } from '../control/call.ts';
import { CONTROL_ROUTES } from '../control/control.ts';
import { type ControlHandler, controlServer } from '../control/listener.ts';
import { counter, exposed, gauge, one, processFamilies } from '../control/metrics.ts';
import { hostIn, hostsInAddresses, interfaceAt } from '../host-names.ts';
import { bankPki } from '../pki.ts';
import { TrustedAuthorities } from '../trust.ts';
import { refusable, SPACES_CALLS, type SpacesContext, UNAUTHORISED } from './calls.ts';
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
      | 'brand'
    > {
  /** Data folder. */
  data: string;
  /** Whether the control listener uses HTTPS, with the CA of the banks, which it presents so that a client can compare its fingerprint. */
  controlHttps?: boolean;
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

/** A database that only serves as a lock, which the operating system releases when the process ends: two services must not share their data. */
const LOCK = { file: 'service.db', migrations: ['CREATE TABLE service (unused INTEGER) STRICT;'] } as const;

/** Interval of the search for idle spaces, in milliseconds. */
const REST_INTERVAL = 5000;

/**
 * Starts the service and resolves when all its spaces can be reached.
 * @throws StartError if the port of the control listener or the data folder is in use, or if a trusted CA is not a PEM certificate
 */
export async function startSpaces(options: ServiceOptions): Promise<SpaceService> {
  const { data, trust = [], names = [], log = () => undefined, realNow = Date.now } = options;
  const { controlHttps = false, controlUrl } = options;
  const lock = openDatabase({ folder: data, ...LOCK, synchronous: 'FULL' });
  try {
    const pki = await bankPki(data, { realNow: realNow(), names, notice: log });
    // Fails at the start for a wrong file, which each bank reads again.
    void new TrustedAuthorities(pki.caPem, trust);
    const spaces = new Spaces(
      { ...options, folder: join(data, 'spaces'), at: interfaceAt('--host', options.host) },
      { ...options, pki, log, realNow },
    );
    const controlToken = options.controlToken ?? randomBytes(24).toString('base64url');
    let stopping = false;
    const { controlName } = hostsInAddresses(options);
    const ownUrl = () => `${controlHttps ? 'https' : 'http'}://${controlName}:${control.port}`;
    const handler = spacesControl(
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
    // A proxy forwards the Host that it received.
    const hosts = controlUrl === undefined ? names : [...names, hostIn(controlUrl)];
    const { key, cert } = pki.tls;
    const tls = controlHttps ? { key, cert: cert + pki.caPem } : undefined;
    const control = new Listener(controlServer(handler, { names: hosts, tls, log }), '--control-port');
    try {
      await spaces.open();
      await control.open(options.controlPort, interfaceAt('--control-host', options.controlHost));
    } catch (error) {
      await spaces.stop(0);
      throw error;
    }
    const timer = startResting(spaces, log);
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
        clearInterval(timer);
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

/** Regularly puts idle spaces to sleep, in one run at a time. */
function startResting(spaces: Spaces, log: (line: string) => void): NodeJS.Timeout {
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    void spaces
      .rest()
      .catch((error: unknown) => log(`Spaces could not be put to sleep: ${String(error)}`))
      .finally(() => {
        running = false;
      });
  }, REST_INTERVAL);
  return timer.unref();
}

const ROUTES = new Routes(SPACES_CALLS);

/** The name of a space in the path, and the rest. */
const OF_SPACE = /^\/spaces\/([a-z0-9-]+)(\/.*)?$/;
/** Paths of the bank's own control calls. */
const OF_BANK = '/control/';

/** Handles the calls of the service and those of the spaces' banks. @param token of the service, for everything; the token of a space is for paths below its own */
function spacesControl(context: SpacesContext, token: string): ControlHandler {
  const { spaces } = context;
  return {
    refusal: (path, authorization) => {
      if (path !== null && !ROUTES.needsToken(path)) return null;
      const given = /^Bearer (.+)$/.exec(authorization)?.[1] ?? '';
      if (sameSecret(given, token)) return null;
      const [, name = ''] = OF_SPACE.exec(path ?? '') ?? [];
      // Without a token, nobody learns which spaces exist.
      return spaces.find(name)?.hasToken(given) ? null : UNAUTHORISED;
    },
    largestBody: (method, path) => {
      const [, , rest = ''] = OF_SPACE.exec(path) ?? [];
      return rest.startsWith(OF_BANK)
        ? CONTROL_ROUTES.largestBody(method, rest)
        : ROUTES.largestBody(method, path);
    },
    handle: (request) => {
      const [, name = '', rest = ''] = OF_SPACE.exec(request.path) ?? [];
      if (!rest.startsWith(OF_BANK)) return ROUTES.answerTo(context, request);
      return refusable(() => spaces.get(name).control({ ...request, path: rest }));
    },
  };
}

/** The metrics of the service. The names of spaces are labels: the operator chooses them, and --most limits their number. */
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
