/** Swagger 2.0, converted to OpenAPI 3.0 by a library. */
import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import { interchange as t } from '../../texts/interchange.ts';
import { UnreadableFile } from '../parse.ts';
import { at, isObject, objectOf } from '../values.ts';
import { parametersOf } from './parameters.ts';
import type { References } from './references.ts';

/**
 * The library knows one file, and converts what stands at its place only: what is behind references is put there.
 * @param path by which its references name the document
 * @throws UnreadableFile if the document is too different from the format
 */
export function fromSwagger(references: References, path: string): unknown {
  const given = objectOf(references.document);
  const whole = {
    ...given,
    paths: members(references, given['paths'], (item) => pathItem(references, item)),
    definitions: members(references, given['definitions']),
    securityDefinitions: members(references, given['securityDefinitions']),
    // They are where they are used.
    parameters: undefined,
    responses: undefined,
  };
  try {
    // A copy, because the library changes it, and a part that has an alias would be changed twice.
    const text = JSON.stringify(whole, (name, value: unknown) =>
      name === '$ref' && typeof value === 'string' && value.startsWith(`${path}#`)
        ? value.slice(path.length)
        : value,
    );
    const converted = upgradeFromTwoToThree(JSON.parse(text));
    // References of other files lead there.
    return { ...converted, definitions: at(converted, 'components', 'schemas') };
  } catch (error) {
    throw new UnreadableFile(t.notConverted(error instanceof Error ? error.message : String(error)));
  }
}

/** The objects among the members of an object. One whose reference leads nowhere stays, and is reported where it is read. */
function members(
  references: References,
  given: unknown,
  change: (member: Readonly<Record<string, unknown>>) => unknown = (member) => member,
): Record<string, unknown> {
  return Object.fromEntries(
    references.members(given).flatMap(([name, member]): [string, unknown][] => {
      const found = references.follow(member, () => {});
      return isObject(found) ? [[name, change(found)]] : isObject(member) ? [[name, member]] : [];
    }),
  );
}

function pathItem(references: References, item: Readonly<Record<string, unknown>>): unknown {
  const operations = members(references, { ...item, parameters: undefined }, (operation) => ({
    ...operation,
    parameters: parametersOf(references, item, operation).map((one) => ({
      example: one['x-example'],
      ...one,
    })),
    responses: members(references, operation['responses']),
  }));
  return { ...item, ...operations, parameters: undefined };
}
