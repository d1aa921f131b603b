/** Names and colours of the practice bank and the practice TPP: a trainer's own are in `brand.yaml` in the data folder. */
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { kindOf, readPlainFile } from './plain-files.ts';

export interface Brand {
  name: string;
  /** `#rrggbb`; null for the colours of the house. */
  colour: string | null;
}

export interface Brands {
  bank: Brand;
  tpp: Brand;
}

export const HOUSES: Brands = {
  bank: { name: 'Øvebanken', colour: null },
  tpp: { name: 'Fjordpay', colour: null },
};

const brand = z.strictObject({
  name: z.string().trim().min(1).max(40).optional(),
  colour: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'a colour has the form "#00695c"')
    .optional(),
});
const file = z.strictObject({ bank: brand.optional(), tpp: brand.optional() });

const MAX_BYTES = 4096;

/** @param wrong receives a sentence about a file that cannot be used */
export function readBrands(folder: string, wrong: (sentence: string) => void): Brands {
  const path = join(folder, 'brand.yaml');
  if (!isThere(path)) return HOUSES;
  try {
    const { bank, tpp } = file.parse(parse(readPlainFile(path, MAX_BYTES).toString('utf8')));
    return { bank: { ...HOUSES.bank, ...bank }, tpp: { ...HOUSES.tpp, ...tpp } };
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const reason = issue === undefined ? String(error) : `${issue.path.join('.')}: ${issue.message}`;
    wrong(`The file ${path} is not used. ${reason}`);
    return HOUSES;
  }
}

/** A folder that cannot be read is reported by whoever opens it. */
function isThere(path: string): boolean {
  try {
    return kindOf(path) !== 'none';
  } catch {
    return false;
  }
}

/** Luminance of WCAG 2, 0 to 1. @param colour `#rrggbb` */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Black or white, whichever is more legible on a colour: at least 4.5 to 1. */
export function inkOn(colour: string): '#000' | '#fff' {
  return luminance(colour) > 0.179 ? '#000' : '#fff';
}
