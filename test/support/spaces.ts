/** A service of spaces for tests, and its spaces as banks that a TPP of the tests can reach. */
import { startSpaces, type SpaceService } from '../../bank-sim/spaces/service.ts';
import { create, PEOPLE, sign } from './payments.ts';
import type { BankDoor, Tpp } from './tpp.ts';

export const SERVICE_TOKEN = 'token-of-the-service-1';

export type ServiceTestOptions = Partial<Parameters<typeof startSpaces>[0]>;

/** On free ports. @param data folder */
export function testService(data: string, options: ServiceTestOptions = {}): Promise<SpaceService> {
  return startSpaces({
    data,
    controlPort: 0,
    ports: null,
    most: 20,
    idle: null,
    controlToken: SERVICE_TOKEN,
    ...options,
  });
}

/** Spaces in which somebody has signed a payment. @returns the paths of the payments */
export async function paymentsIn(spaces: readonly Made[], tppOf: (space: Made) => Tpp): Promise<string[]> {
  return Promise.all(
    spaces.map(async (space) => {
      const tpp = tppOf(space);
      await tpp.consent();
      const path = await create(tpp, 'NDCT');
      await sign(tpp, path);
      return path;
    }),
  );
}

/** The body of a response; it has different members for each call. */
export interface Answer {
  status: number;
  body: Record<string, unknown> & { error?: string };
}

/** A call of the control listener of the service. */
export async function serviceCall(
  { controlBaseUrl }: Pick<SpaceService, 'controlBaseUrl'>,
  method: string,
  path: string,
  { body, token = SERVICE_TOKEN }: { body?: unknown; token?: string } = {},
): Promise<Answer> {
  const response = await fetch(controlBaseUrl + path, {
    method,
    headers: { Authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** What the service answers when it has made a space. */
export interface Made {
  name: string;
  apiBaseUrl: string;
  psuBaseUrl: string;
  controlBaseUrl: string;
  controlToken: string;
  caPem: string;
}

/** Makes a space whose clock stands still. @throws Error if the service refuses */
export async function makeSpace(
  service: Pick<SpaceService, 'controlBaseUrl'>,
  order: Record<string, unknown>,
): Promise<Made> {
  const { status, body } = await serviceCall(service, 'POST', '/spaces', { body: order });
  if (status !== 201) throw new Error(`${status}: ${String(body.error)}`);
  return body as unknown as Made;
}

/** @param now time of its clock */
export function doorOf(space: Made, now: () => number): BankDoor {
  return {
    ...space,
    now,
    inspection: { somebody: () => ({ nationalId: PEOPLE.eirik, name: 'Eirik Solbakken' }) },
  };
}
