/** Which calls are somebody's use of the workbench: those, and no others, keep the vault open. */
import { expect, it } from 'vitest';
import { dispatcher } from '../../main/core/dispatch.ts';
import { type Handlers, METHODS, type MethodName } from '../../shared/contract/methods.ts';

const names = Object.keys(METHODS) as MethodName[];

/** How often a call counts as use. The handler fails: what counts does not depend on its success. */
async function usesOf(method: string): Promise<number> {
  let uses = 0;
  const handlers = new Proxy({} as Handlers, { get: () => () => Promise.reject(new Error('inner')) });
  await dispatcher(
    handlers,
    () => undefined,
    () => uses++,
  )(method, {});
  return uses;
}

it.each(names.filter((name) => METHODS[name].by === 'screen'))(
  '%s, which the window calls automatically, is not use',
  async (name) => {
    expect(await usesOf(name)).toBe(0);
  },
);

it.each(names.filter((name) => METHODS[name].by === 'person'))(
  '%s, which the user triggers, is use',
  async (name) => {
    expect(await usesOf(name)).toBeGreaterThan(0);
  },
);

it('a method that does not exist is not use', async () => {
  expect(await usesOf('app.hello')).toBe(0);
});
