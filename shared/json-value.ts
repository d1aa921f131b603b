/** Any value of JSON as a schema. That of the library tries seven kinds for each value in it, which takes seconds for a large body. */
import { z } from 'zod';

export type Json = z.core.util.JSONType;

/** A value is passed on as it is, however deep. */
export const jsonValueSchema = z.unknown().nonoptional().pipe(z.custom<Json>(isJson));

function isJson(value: unknown): boolean {
  if (!isObject(value)) return isSimple(value);
  const left: object[] = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (!Array.isArray(one) && !isPlain(one)) return false;
    for (const inner of Array.isArray(one) ? (one as unknown[]) : Object.values(one)) {
      if (isObject(inner)) left.push(inner);
      else if (!isSimple(inner)) return false;
    }
  }
  return true;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isSimple(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
