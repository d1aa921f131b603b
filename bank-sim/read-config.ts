/** What the configuration files of all programs have in common: they are read, checked and described by a schema. */
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { readGivenFile, decoded } from '../shared/node/plain-files.ts';
import { StartError } from '../shared/node/start-error.ts';
import { checked } from './control/words.ts';

/** A schema as the text of a JSON Schema. */
export function schemaTextOf(
  zodSchema: z.ZodType,
  { title, description }: { title: string; description: string },
): string {
  const { $schema, ...rest } = z.toJSONSchema(zodSchema, { io: 'input' });
  return `${JSON.stringify({ $schema, title, description, ...rest }, null, 2)}\n`;
}

/** Paths in a configuration file are relative to its folder. */
export function pathsOf(file: string): (name: string) => string {
  const folder = dirname(resolve(file));
  return (name) => resolve(folder, name);
}

/** The content of a configuration file. @throws StartError with the file and what is wrong */
export function readConfig<T>(file: string, schema: z.ZodType<T>): T {
  const read = checked(schema, documentIn(file), 'The configuration');
  if ('wrong' in read)
    throw new StartError(`The file ${file} given with --config cannot be used. ${read.wrong}`);
  return read.value;
}

/** What is not undefined, so that it does not replace anything. */
export function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

function documentIn(file: string): unknown {
  try {
    return JSON.parse(decoded(readGivenFile(file)).toString('utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new StartError(
      `The file ${file} given with --config ${reason}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
