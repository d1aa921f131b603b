/** Removes members of a payment's body that the bank does not have for any product, such as those of other banks (PAY-2). */
import { z } from 'zod';
import { ownValue } from '../own-value.ts';
import { paymentInput } from './payment-input.ts';
import { PAYMENT_KINDS, type PaymentKind, productsOf } from './payment-products.ts';

/** The members of an object, or of an array's entries. */
interface Known {
  readonly members: Readonly<Record<string, Known>>;
}

function knownIn(schema: z.core.$ZodType): Known {
  if (schema instanceof z.ZodOptional) return knownIn(schema.def.innerType);
  if (schema instanceof z.ZodPipe) return knownIn(schema.def.in);
  if (schema instanceof z.ZodArray) return knownIn(schema.def.element);
  if (schema instanceof z.ZodUnion) return merged(schema.def.options.map(knownIn));
  if (!(schema instanceof z.ZodObject)) return { members: {} };
  const members = Object.entries(schema.def.shape).map(([name, one]) => [name, knownIn(one)] as const);
  return { members: Object.fromEntries(members) };
}

function merged(all: readonly Known[]): Known {
  const names = new Set(all.flatMap(({ members }) => Object.keys(members)));
  const of = (name: string) => merged(all.flatMap(({ members }) => ownValue(members, name) ?? []));
  return { members: Object.fromEntries([...names].map((name) => [name, of(name)])) };
}

const of = (kind: PaymentKind) =>
  merged(productsOf(kind).map((product) => knownIn(paymentInput(kind, product))));
const SINGLE = of('single');
/** A transfer of a bulk payment can have the members of a single payment. */
const KNOWN = merged([...PAYMENT_KINDS.map(of), { members: { payments: SINGLE } }]);

/** Members that are listed: a body can have a million. */
const MAX_LISTED = 100;

interface KnownBody {
  /** The body without unknown members. */
  body: unknown;
  /** Paths of the unknown members, as in `payments/0/chargeBearer`; at most {@link MAX_LISTED}. */
  unknown: string[];
}

/** @param json of any shape */
export function knownBody(json: unknown): KnownBody {
  const unknown: string[] = [];
  const within = (value: unknown, { members }: Known, path: string): unknown => {
    if (Array.isArray(value)) return value.map((one, at) => within(one, { members }, `${path}${at}/`));
    if (typeof value !== 'object' || value === null || Object.keys(members).length === 0) return value;
    const kept = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const known = ownValue(members, name);
      if (known !== undefined) return [[name, within(member, known, `${path}${name}/`)]];
      if (unknown.length < MAX_LISTED) unknown.push(path + name.slice(0, MAX_LISTED));
      return [];
    });
    return Object.fromEntries(kept);
  };
  return { body: within(json, KNOWN, ''), unknown };
}

/** The bank's warning about each of them (PAY-2). */
export const LEFT_OUT = 'The bank does not know this member and leaves it out.';
