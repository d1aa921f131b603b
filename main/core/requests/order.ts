/** Turns a composed request into an order for the sender: variables filled in, destination, identity. */
import { randomUUID } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import type { Bank } from '../../../bank-sim/index.ts';
import { Filler } from '../../../shared/collections/fill.ts';
import type { UsedVariable } from '../../../shared/collections/result.ts';
import type { Prepared } from '../../../shared/requests/prepared.ts';
import type { HttpRequest } from '../../../shared/requests/http.ts';
import { Scope } from '../../../shared/collections/scope.ts';
import { secretTexts } from '../../../shared/collections/secret-values.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import type { ComposedRequest } from '../../../shared/requests/request.ts';
import type { Certificate } from '../../../shared/signing/certificate.ts';
import { headersOf } from '../../../shared/xs2a/http-syntax.ts';
import type { Receiver } from '../sca/receiver.ts';
import type { Environment, Environments } from '../environments/environments.ts';
import type { OpenApiDocuments } from '../environments/openapi.ts';
import { mustNotBeBlocked } from '../environments/imported.ts';
import type { Collections } from '../collections/collections.ts';
import { lookupIn, type CapturedValues, type RunContext } from './variable-lookup.ts';
import { credentialsIn, credentialsOf } from '../redaction/credentials.ts';
import { type Hidden, hidden, MASK } from '../redaction/mask.ts';
import { type Filled, filledBy, fillIn } from './placeholders.ts';
import type { Variables } from '../environments/variables.ts';
import { prepare } from './compose.ts';
import type { Explain } from './exchange.ts';
import { type BankAddress, mustKeepSecrets, type Place, placed, placeOf } from './place.ts';
import { atBank, resolve } from './resolve.ts';
import type { SendOrder } from './sender.ts';

export interface OrderParts {
  bank: Pick<Bank, 'apiBaseUrl' | 'caPem' | 'inspection'>;
  /** Time of the bank, in milliseconds. */
  bankNow: () => number;
  vault: {
    certificate: (id: string) => { certificate: Certificate; origin: 'made' | 'imported' };
    sign: (id: string, data: Uint8Array) => Uint8Array;
  };
  environments: Pick<Environments, 'renewSession'>;
  variables: Pick<Variables, 'list' | 'value'>;
  kept: Pick<CapturedValues, 'in'>;
  collections: Pick<Collections, 'around'>;
  receiver: Pick<Receiver, 'redirectUri'>;
  openApi: Pick<OpenApiDocuments, 'schemasOf'>;
}

/** An order without signal and progress, with the environment. */
export type Order = Pick<SendOrder, 'request' | 'destination' | 'identity'> & {
  environment: Environment;
  used: UsedVariable[];
  /** For what a person asks of the response. */
  filler: Filler;
};

/**
 * Fills in every variable, also in the header defaults of the environment.
 * @param path of a saved request, whose collection, flow and groups have variables and headers; null for an unsaved one
 * @param run with the variables, session and PSU of which it is sent; null for those of the window
 * @param written with the change of its body, if it has one
 * @throws HostError like {@link resolve}, for a variable without a value, or a secret one while the vault is locked
 */
export function orderOf(
  { change, ...written }: ComposedRequest & { change?: Step['change'] },
  path: string | null,
  run: RunContext | null,
  parts: OrderParts,
): Order {
  const { variables, kept, collections } = parts;
  const resolved = resolve(written);
  const now = parts.bankNow();
  const environment = { ...parts.environments.renewSession(now), ...run?.session };
  const at = path ?? run?.path;
  const inside = at === undefined ? [] : collections.around(at);
  const around = () => inside;
  const own = inside.flatMap(({ settings }) => Object.entries(settings.headers));
  const ofRun = run?.above(Scope.empty);
  const captured = ofRun ?? kept.in(environment.id);
  const values = lookupIn(environment, { variables, captured, around });
  const circumstances = { now, newUuid: randomUUID };
  const filler = new Filler(values, circumstances);
  const bank = bankOf(environment, parts);
  const { path: line } = resolved;
  // Headers of the environment may need what somebody else answers, such as a token.
  const isElsewhere =
    !line.startsWith('/') &&
    placeOf(
      line,
      filledBy(filler, () => filler.path(line)),
      bank,
    ).at === 'elsewhere';
  const usual = [...(isElsewhere ? [] : headersOf(environment.headers)), ...own];
  const whole = { ...resolved, headers: [...usual, ...resolved.headers], change };
  const { request, shown, secrets: sent, used, environmental } = fillIn(whole, values, circumstances);
  // The bank may repeat any of those of a run.
  const secrets = [...sent, ...secretTexts(ofRun?.secrets() ?? [])];
  const place = placeOf(line, request.path, bank);
  // Rows and includes of a run may have values of the environment under other names.
  const others = ofRun === undefined ? [] : variables.list(environment.id);
  mustKeepSecrets(place, request, () => [
    ...environmental,
    ...others.map((one) => ({ ...one, ...variables.value(environment.id, one.name) })),
  ]);
  const filled = atBank(
    placed({ ...request, headers: request.headers.slice(usual.length) }, place),
    parts.openApi.schemasOf(environment),
  );
  return {
    used,
    filler,
    request: {
      filled,
      written,
      body: shown.body,
      secrets: hiddenIn({ request, shown, secrets }),
      credentials: hidden(credentialsIn(request.headers)),
    },
    ...addressed({ environment, now, place, defaults: request.headers.slice(0, usual.length) }, parts),
  };
}

/**
 * For a request of another program, in which `{{name}}` is plain text: only the header defaults are filled in.
 * @throws HostError like {@link orderOf}, and if the environment no longer exists
 */
export function literalOrder(written: ComposedRequest, environmentId: string, parts: OrderParts): Order {
  const { variables, kept } = parts;
  const resolved = resolve(written);
  const now = parts.bankNow();
  const environment = parts.environments.renewSession(now, environmentId);
  const { path: line } = resolved;
  const place = placeOf(line.startsWith('http') ? line : '/', line, bankOf(environment, parts));
  const filled = atBank(placed(resolved, place), parts.openApi.schemasOf(environment));
  const headers = place.at === 'elsewhere' ? [] : headersOf(environment.headers);
  const usual = { ...filled, path: '/', headers, body: '' };
  const captured = kept.in(environment.id);
  const values = lookupIn(environment, { variables, captured, around: () => [] });
  const { request, shown, secrets, used } = fillIn(usual, values, { now, newUuid: randomUUID });
  return {
    used,
    filler: new Filler(values, { now, newUuid: randomUUID }),
    request: {
      filled,
      written,
      body: filled.body,
      secrets: hiddenIn({ request, shown, secrets }),
      credentials: hidden(
        credentialsOf({
          headers: [...request.headers, ...filled.headers],
          target: filled.path,
          body: filled.body,
        }),
      ),
    },
    ...addressed({ environment, now, place, defaults: request.headers }, parts),
  };
}

/** Destination and identity of an order for the base URL, for another place. */
export function sentTo(
  { at, baseUrl }: Place,
  { destination, identity }: Pick<SendOrder, 'destination' | 'identity'>,
): Pick<SendOrder, 'destination' | 'identity'> {
  if (at === 'base') return { destination, identity };
  const { bank, ca, tlsCertificateId } = destination;
  const isBank = at === 'host';
  return {
    destination: {
      at,
      baseUrl,
      // Only the local bank has a certificate of its CA; the roots of an environment are meant for its bank.
      ca: bank.isLocal || ca.trim() === '' ? '' : isBank ? ca : [ca, ...getCACertificates()].join('\n'),
      tlsCertificateId: isBank ? tlsCertificateId : null,
      bank: { ...bank, isLocal: false },
      explain: isBank ? null : () => null,
      schemas: null,
    },
    identity: isBank ? identity : { ...identity, sign: null },
  };
}

function bankOf({ baseUrl, hosts }: Environment, { bank }: Pick<OrderParts, 'bank'>): BankAddress {
  return { baseUrl: baseUrl ?? bank.apiBaseUrl, hosts };
}

function addressed(
  {
    environment,
    now,
    place,
    defaults,
  }: { environment: Environment; now: number; place: Place; defaults: HttpRequest['headers'] },
  { bank, vault, receiver, openApi }: OrderParts,
): Pick<Order, 'environment' | 'destination' | 'identity'> {
  mustNotBeBlocked(environment);
  const local = environment.kind === 'local';
  const { certificate, origin } = vault.certificate(environment.certificateId);
  const destination = {
    baseUrl: environment.baseUrl ?? bank.apiBaseUrl,
    ca: local ? bank.caPem : environment.roots,
    tlsCertificateId: environment.tlsCertificateId,
    bank: { environment: environment.name, isLocal: local },
    explain: local ? explainedBy(bank) : null,
    schemas: openApi.schemasOf(environment),
  };
  const identity = {
    environment,
    redirectUri: environment.redirectUri ?? receiver.redirectUri(environment.id),
    certificate,
    profile: environment.profile,
    madeHere: origin === 'made',
    sign: (data: Uint8Array) => vault.sign(environment.certificateId, data),
    defaults,
    now,
    newRequestId: randomUUID,
  };
  return { environment, ...sentTo(place, { destination, identity }) };
}

/** The secret values, and each text that contains one, with its masked form. */
function hiddenIn({
  request,
  shown,
  secrets,
}: Pick<Filled<HttpRequest>, 'request' | 'secrets' | 'shown'>): Hidden[] {
  const values = request.headers.map(([, real], at) => ({ real, shown: shown.headers[at]?.[1] ?? MASK }));
  const whole = [{ real: request.path, shown: shown.path }, ...values];
  return [...whole.filter((one) => one.real !== one.shown), ...hidden(secrets)];
}

/** What an order would send, with its secrets. @throws HostError like {@link prepare} */
export function preparedOf({ request, destination, identity }: Order): Prepared {
  return prepare(request.filled, { ...identity, baseUrl: destination.baseUrl });
}

/** The local bank's explanation of its last matching request. Without an X-Request-ID, it is found by method and path. */
export function explainedBy(bank: Pick<Bank, 'inspection'>): Explain {
  return ({ method, path }, requestId) => {
    const bare = path.split('?', 1)[0];
    const asked = bank.inspection
      .exchanges(requestId === null ? {} : { requestId })
      .findLast((one) => requestId !== null || (one.method === method && one.path === bare));
    return asked?.explanation ?? null;
  };
}
