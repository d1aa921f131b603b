/** Assertions and captures as a test script, in the forms that an import recognises. */
import type { Assertion } from '../../collections/assertion.ts';
import type { Source } from '../../collections/source.ts';
import { scriptPathOf } from '../paths.ts';
import { bodySteps } from './exporting.ts';
import { wordsOf } from '../report.ts';
import { ownValue } from '../../own-value.ts';

/** Null if it cannot be said. */
export function assertionScript(assertion: Assertion): string | null {
  const said = saidOf(assertion);
  return said === null ? null : `pm.test(${quoted(wordsOf(assertion))}, function () {\n  ${said}\n});`;
}

export function captureScript(name: string, source: Source): string | null {
  const value = valueOf(source);
  return value === null ? null : `pm.collectionVariables.set(${quoted(name)}, ${value});`;
}

function saidOf({ that, must }: Assertion): string | null {
  if (that.of === 'header' && (must.is === 'present' || must.is === 'absent'))
    return `pm.response.to.${must.is === 'absent' ? 'not.' : ''}have.header(${quoted(that.name)});`;
  const value = valueOf(that);
  if (value === null) return null;
  const chain = chainOf(must, that);
  return chain === null ? null : `pm.expect(${value}).to.${chain};`;
}

function valueOf(source: Source): string | null {
  if (source.of === 'status') return 'pm.response.code';
  if (source.of === 'time') return 'pm.response.responseTime';
  if (source.of === 'text') return 'pm.response.text()';
  if (source.of === 'header') return `pm.response.headers.get(${quoted(source.name)})`;
  const steps = bodySteps(source);
  // `.length` of a list is not a member of it.
  return steps === null || steps.at(-1) === 'length' ? null : scriptPathOf('pm.response.json()', steps);
}

const TYPES: Readonly<Record<string, string>> = {
  text: 'string',
  number: 'number',
  boolean: 'boolean',
  list: 'array',
  object: 'object',
};

function chainOf(must: Assertion['must'], that: Source): string | null {
  switch (must.is) {
    case 'equal':
      return hasProto(must.to) ? null : `eql(${literal(must.to)})`;
    case 'different':
      // What is not there is different for a script, and no value for an assertion.
      return that.of === 'status' && !hasProto(must.from) ? `not.eql(${literal(must.from)})` : null;
    case 'one-of':
      return must.values.some((one) => typeof one === 'object') ? null : `be.oneOf(${literal(must.values)})`;
    case 'containing':
      return typeof must.value === 'object' ? null : `include(${literal(must.value)})`;
    case 'at-most':
      return typeof must.value === 'number' ? `be.at.most(${must.value})` : null;
    case 'at-least':
      return typeof must.value === 'number' ? `be.at.least(${must.value})` : null;
    case 'of-form': {
      const type = ownValue(TYPES, must.form);
      return type === undefined ? null : `be.a(${quoted(type)})`;
    }
    case 'of-length':
      return `have.lengthOf(${must.length})`;
    case 'present':
      return 'not.be.undefined';
    case 'absent':
      return 'be.undefined';
    case 'every':
    case 'like':
    case 'matching':
      return null;
  }
}

const quoted = (text: string) => JSON.stringify(text);

/** A value as JavaScript. Postman fills in the variables of a script only where it says so. */
function literal(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('{{')) return json;
  if (typeof value === 'string') return `pm.variables.replaceIn(${json})`;
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`;
  const members = Object.entries(value as object).map(([name, one]) => `${quoted(name)}:${literal(one)}`);
  return `{${members.join(',')}}`;
}

/** An object that JavaScript would read as another one. */
const hasProto = (value: unknown) => JSON.stringify(value).includes('__proto__');
