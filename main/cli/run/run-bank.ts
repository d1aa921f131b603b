/** The bank of a run: a new one in memory, or the one of the environment file. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { request } from 'undici';
import { z } from 'zod';
import { type JournalEntry, startBank } from '../../../bank-sim/index.ts';
import { firstOrder, LETTERS_ISSUER } from '../../../shared/contract/certificates.ts';
import { signRsaSha256 } from '../../../shared/node/crypto.ts';
import { type Certificate, tppOf } from '../../../shared/signing/certificate.ts';
import { printRfc2253 } from '../../../shared/signing/distinguished-names.ts';
import { madeIdentity } from '../../core/certificates/made-identity.ts';
import { rowBanksOf, type RunTarget } from '../../core/runs/target.ts';
import { explainedBy } from '../../core/requests/order.ts';
import { identityFrom } from '../cert.ts';
import type { BankSchemas } from '../../core/environments/openapi.ts';
import { messageOf, profileFrom, readInput, UsageError } from '../command.ts';
import { sourcesAt } from '../sources.ts';
import { CONTROL_TOKEN, type EnvironmentFile } from './environment-file.ts';
import { CONTROL_ANSWER_MS } from '../../../shared/limits.ts';

const stateSchema = z.object({ clock: z.enum(['real', 'frozen']), now: z.string() });

const OWN_BANK = 'a bank of its own';

export interface Opened {
  target: RunTarget;
  bankName: string;
  close: () => Promise<void>;
  /** Subscribes to the journals of a bank in memory and of its copies; null for another bank. */
  onEntry: ((listener: (entry: JournalEntry) => void) => void) | null;
}

interface Given {
  passwordFile: string | undefined;
  /** Variables of the process that the file may use. */
  secrets: ReadonlySet<string>;
  /** Announces what is sent where, in advance. */
  say: (line: string) => void;
}

interface Identity {
  certificate: Certificate;
  key: KeyObject;
  madeHere: boolean;
}

/** Starts a bank in memory that trusts the run's identity. */
export async function ownBank(environment: EnvironmentFile, given: Given): Promise<Opened> {
  // With it, the faults that need letters outside ASCII can be sent too.
  const order = { ...firstOrder(Date.now()), issuer: LETTERS_ISSUER };
  const made = environment.certificate === undefined ? await madeIdentity(order) : null;
  const identity = made === null ? givenIdentity(environment, given) : { ...made, madeHere: true };
  const trust = made === null ? [] : [made.caPem];
  const known = common(environment, identity, { ...given, bank: OWN_BANK });
  const bank = await startBank({
    port: 0,
    psuPort: 0,
    controlPort: 0,
    data: null,
    trust,
    profile: known.identity.profile,
  });
  // SIG-12.
  if (identity.madeHere) bank.operator.registerOwn([tppOf(identity.certificate)]);
  const listeners = new Set<(entry: JournalEntry) => void>();
  const heard = (entry: JournalEntry) => listeners.forEach((listener) => listener(entry));
  bank.onEntry(heard);
  return {
    bankName: OWN_BANK,
    close: () => bank.stop(),
    onEntry: (listener) => void listeners.add(listener),
    target: {
      ...known,
      destination: {
        baseUrl: bank.apiBaseUrl,
        ca: bank.caPem,
        tlsCertificateId: null,
        bank: { environment: OWN_BANK, isLocal: true },
        schemas: 'specification',
        explain: explainedBy(bank),
      },
      flow: null,
      now: () => bank.now(),
      controlled: () => Promise.resolve(),
      control: { baseUrl: bank.controlBaseUrl, token: bank.controlToken },
      pages: [new URL(bank.psuBaseUrl).origin],
      person: null,
      session: null,
      rowBanks: rowBanksOf(bank, heard),
    },
  };
}

/** @throws UsageError without a bank or a certificate, or if the control listener does not respond */
export async function namedBank(environment: EnvironmentFile, given: Given): Promise<Opened> {
  const { baseUrl, roots } = environment;
  if (baseUrl === undefined)
    throw new UsageError(
      'The run has no bank. Give the environment a baseUrl, or add --bank for a bank of its own.',
    );
  if (environment.certificate === undefined)
    throw new UsageError(
      'The environment has no certificate. Name its files, for example "certificate": ["tpp.pfx"].',
    );
  const known = common(environment, givenIdentity(environment, given), { ...given, bank: baseUrl });
  const control = controlOf(environment, given);
  const clock = clockOf(control);
  await clock.read();
  return {
    bankName: baseUrl,
    close: () => Promise.resolve(),
    onEntry: null,
    target: {
      ...known,
      destination: {
        baseUrl,
        ca: roots === undefined ? '' : readInput(roots).bytes.toString('utf8'),
        tlsCertificateId: null,
        bank: { environment: baseUrl, isLocal: false },
        schemas: await schemasOf(environment),
        explain: null,
      },
      flow: null,
      now: clock.now,
      controlled: clock.read,
      control,
      pages: control === null ? null : 'sent',
      person: null,
      session: null,
      rowBanks: null,
    },
  };
}

/** Only this simulator has a control listener. @throws UsageError for a file that is no OpenAPI document */
async function schemasOf({ openApi, control }: EnvironmentFile): Promise<BankSchemas> {
  if (openApi === undefined) return control === undefined ? null : 'specification';
  const { readOpenApiDocument } = await import('../../../shared/openapi/read-document.ts');
  const document = readOpenApiDocument(sourcesAt([openApi]));
  if (typeof document === 'string') throw new UsageError(`${openApi}: ${document}`);
  return document;
}

function common(
  { headers, hosts, profile, psuIpAddress, redirectUri, variables, secrets }: EnvironmentFile,
  { certificate, key, madeHere }: Identity,
  { secrets: allowed, say, bank }: Omit<Given, 'passwordFile'> & { bank: string },
): Pick<RunTarget, 'defaults' | 'hosts' | 'identity' | 'psuIpAddress' | 'redirectUri' | 'variables'> {
  const to = [bank, ...hosts].join(', ');
  const plain = Object.entries(variables).map(([name, value]) => ({
    name,
    value,
    secret: false,
    from: null,
  }));
  const hidden = Object.entries(secrets).map(([name, { from }]) => ({
    name,
    value: allowedValue(from, allowed, to),
    secret: true,
    from,
  }));
  if (!madeHere) say(`Certificate ${printRfc2253(certificate.subject)} signs for ${to}.`);
  if (hidden.length > 0) say(`Secrets ${hidden.map(({ from }) => from).join(', ')} may be sent to ${to}.`);
  return {
    identity: {
      certificate,
      madeHere,
      sign: (data) => signRsaSha256(key, data),
      profile: profileFrom(profile),
    },
    hosts,
    defaults: Object.entries(headers),
    psuIpAddress,
    redirectUri,
    variables: [...plain, ...hidden],
  };
}

/** Only with --secret: a file from someone else must not read any variable. @param to for the message @throws UsageError */
function allowedValue(name: string, allowed: ReadonlySet<string>, to: string): string {
  if (!allowed.has(name))
    throw new UsageError(
      `The environment file asks for the variable ${name} of this process, which may be sent to ${to}. If that is right, add --secret ${name}.`,
    );
  const value = process.env[name];
  if (value === undefined) throw new UsageError(`The environment variable ${name} is not set.`);
  return value;
}

function givenIdentity(
  { certificate: files = [] }: EnvironmentFile,
  { passwordFile }: Pick<Given, 'passwordFile'>,
): Identity {
  const { certificate, key } = identityFrom(files, passwordFile);
  return {
    certificate,
    key: createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' }),
    madeHere: false,
  };
}

function controlOf({ control }: EnvironmentFile, { secrets, say }: Given): RunTarget['control'] {
  if (control === undefined) return null;
  const token = control.token ?? allowedValue(CONTROL_TOKEN, secrets, control.baseUrl);
  say(
    control.token === undefined
      ? `Secret ${CONTROL_TOKEN} is sent to ${control.baseUrl}.`
      : `Control calls go to ${control.baseUrl}.`,
  );
  return { baseUrl: control.baseUrl.replace(/\/$/, ''), token };
}

/** The clock of a simulator in another process, read after every control call. */
function clockOf(control: RunTarget['control']) {
  let offset = 0;
  let frozenAt: number | null = null;
  /** @throws UsageError if the simulator does not respond */
  const read = async () => {
    if (control === null) return;
    const { baseUrl, token } = control;
    const state = await stateAt(baseUrl, token).catch((error: unknown) => {
      throw new UsageError(`The control listener ${baseUrl} cannot be reached: ${messageOf(error)}.`);
    });
    if (state === 401)
      throw new UsageError(
        `The control listener ${baseUrl} refuses the token. The simulator prints a new one at each start.`,
      );
    if (typeof state === 'number')
      throw new UsageError(`${baseUrl} is not the control listener of a simulator: it answers ${state}.`);
    const now = Date.parse(state.now);
    frozenAt = state.clock === 'frozen' ? now : null;
    offset = now - Date.now();
  };
  return { now: () => frozenAt ?? Date.now() + offset, read };
}

/** The state of a simulator, otherwise the status of the response. */
async function stateAt(baseUrl: string, token: string): Promise<z.infer<typeof stateSchema> | number> {
  const { statusCode, body } = await request(`${baseUrl}/control/state`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(CONTROL_ANSWER_MS),
  });
  const read = stateSchema.safeParse(await body.json().catch(() => null));
  return read.success ? read.data : statusCode;
}
