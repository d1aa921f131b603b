/** What a collection, a flow and a group say about themselves, in the model. */
import { z } from 'zod';
import { jsonValueSchema } from '../schema-tools.ts';
import { texts } from '../texts/texts.ts';
import { stepShape } from './steps.ts';
import { ONLY_INCLUDED } from './flow-file.ts';
import { VARIABLE_NAME } from './variable-name.ts';

const variableName = z.string().regex(VARIABLE_NAME, texts.core.stepFile.variableName);

export const settingsSchema = z.strictObject({
  /** Markdown. */
  about: z.string().min(1).optional(),
  /** Left out if it also runs with what is around it. */
  run: z.literal(ONLY_INCLUDED).optional(),
  /** Given to every step inside. A value further inside is stronger. */
  variables: z.record(variableName, jsonValueSchema).default({}),
  /** Names of variables whose values are masked, wherever they come from. */
  secret: z.array(variableName).default([]),
  /** Headers of every request inside, by lower-case name; an empty value leaves one out. */
  headers: z.record(z.string(), z.string()).default({}),
  /** JSONPaths of values that differ from run to run, which a comparison leaves out. */
  volatile: z.array(z.string()).default([]),
});
export type Settings = z.infer<typeof settingsSchema>;

export const NO_SETTINGS: Settings = { variables: {}, secret: [], headers: {}, volatile: [] };

const { tags, skip, when, each } = stepShape;

/** What repeats a group, and what leaves it out. */
export const repeatsSchema = z.strictObject({ tags, skip, when, each });
export type Repeats = z.infer<typeof repeatsSchema>;

export const NO_REPEATS: Repeats = {};
