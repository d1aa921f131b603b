/**
 * Stands in for Postman where nothing can be installed: sends the requests of a collection in their order, and runs their test scripts
 * with the part of `pm` that the exports use. test/full/core/exports-elsewhere.test.ts does the same with newman and Bruno themselves.
 */
import { randomUUID } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { chai } from 'vitest';
import { z } from 'zod';
import { ask, type Got } from './proxy-client.ts';

const requestSchema = z.strictObject({
  method: z.string(),
  header: z.array(z.strictObject({ key: z.string(), value: z.string() })),
  body: z.looseObject({ mode: z.literal('raw'), raw: z.string() }).optional(),
  url: z.looseObject({ raw: z.string() }),
});
const scriptSchema = z.looseObject({ exec: z.array(z.string()) });
const itemSchema = z.looseObject({
  name: z.string(),
  request: requestSchema.optional(),
  event: z.array(z.strictObject({ listen: z.enum(['prerequest', 'test']), script: scriptSchema })).optional(),
  get item() {
    return z.array(itemSchema).optional();
  },
});
type Item = z.infer<typeof itemSchema>;
const collectionSchema = z.looseObject({
  item: z.array(itemSchema),
  variable: z.array(z.looseObject({ key: z.string(), value: z.string() })),
});

export interface PostmanRun {
  /** How many tests have passed. */
  passed: number;
  /** Name of the request and of the test, and why. */
  failed: string[];
  /** How many requests were sent. */
  sent: number;
}

/** @param given values of variables @throws Error for a variable without a value */
export async function runPostman(text: string, given: Readonly<Record<string, string>>): Promise<PostmanRun> {
  const collection = collectionSchema.parse(JSON.parse(text));
  const variables = new Map<string, unknown>(collection.variable.map(({ key, value }) => [key, value]));
  for (const [name, value] of Object.entries(given)) variables.set(name, value);
  const fill = (all: string): string =>
    all.replaceAll(/\{\{([^{}]+)\}\}/g, (_, name: string) => {
      const value = name === '$guid' ? randomUUID() : variables.get(name);
      if (value === undefined) throw new Error(`Nothing has given {{${name}}} a value.`);
      return typeof value === 'string' ? value : JSON.stringify(value);
    });
  const run: PostmanRun = { passed: 0, failed: [], sent: 0 };
  const items = collection.item.flatMap(requestsIn);
  for (let at = 0; at < items.length; at++) {
    const { name, request, event = [] } = items[at] ?? { name: '' };
    if (request === undefined) continue;
    const steering: Steering = { isSkipped: false, next: null };
    const scripts = (listen: 'prerequest' | 'test', got: Got | null) => {
      const pm = pmOf(name, got, { variables, fill, run, steering });
      for (const { script } of event.filter((one) => one.listen === listen))
        runInNewContext(`{${script.exec.join('\n')}}`, { pm, setTimeout: () => undefined });
    };
    scripts('prerequest', null);
    if (steering.isSkipped) continue;
    const headers = request.header.map(({ key, value }) => [key, fill(value)] as const);
    const got = await ask(fill(request.url.raw), {
      method: request.method,
      headers: {
        ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...Object.fromEntries(headers),
      },
      ...(request.body === undefined ? {} : { body: fill(request.body.raw) }),
    });
    run.sent++;
    scripts('test', got);
    if (steering.next !== null) at = items.findIndex((one) => one.name === steering.next) - 1;
  }
  return run;
}

function requestsIn(item: Item): Item[] {
  return item.item === undefined ? [item] : item.item.flatMap(requestsIn);
}

/** What scripts say about the order of requests. */
interface Steering {
  isSkipped: boolean;
  next: string | null;
}

interface Around {
  steering: Steering;
  variables: Map<string, unknown>;
  fill: (text: string) => string;
  run: PostmanRun;
}

function pmOf(request: string, got: Got | null, { variables, fill, run, steering }: Around): object {
  const text = got?.body.toString('utf8') ?? '';
  return {
    expect: chai.expect,
    response: {
      code: got?.status,
      text: () => text,
      json: () => JSON.parse(text) as unknown,
      headers: { get: (name: string) => got?.headers[name.toLowerCase()] },
    },
    collectionVariables: {
      set: (name: string, value: unknown) => void variables.set(name, value),
      unset: (name: string) => void variables.delete(name),
    },
    variables: { replaceIn: fill, get: (name: string) => variables.get(name) },
    execution: {
      skipRequest: () => void (steering.isSkipped = true),
      setNextRequest: (name: string) => void (steering.next = name),
    },
    test: (name: string, body: () => void) => {
      try {
        body();
        run.passed++;
      } catch (error) {
        run.failed.push(`${request}: ${name}: ${String(error)}`);
      }
    },
  };
}
