/**
 * Expectations that first wait for their element. While there is none, the test runner describes the whole page at each look,
 * for the message of a failure: that took a tenth of the processor time of these tests.
 */
import { expect as expectOf, type Locator } from '@playwright/test';

/** In milliseconds; as in playwright.config.ts. */
const TIMEOUT = 60_000;

/** Matchers that need one element. */
const OF_AN_ELEMENT = new Set([
  'toBeChecked',
  'toBeDisabled',
  'toBeEnabled',
  'toBeFocused',
  'toBeInViewport',
  'toBeVisible',
  'toContainText',
  'toHaveAccessibleName',
  'toHaveAttribute',
  'toHaveText',
  'toHaveValue',
]);

export const expect = new Proxy(expectOf, {
  apply: (target, self, args: [unknown, ...unknown[]]) => {
    const matchers: object = Reflect.apply(target, self, args);
    const [actual] = args;
    return isLocator(actual) ? waiting(actual, matchers) : matchers;
  },
});

function waiting(locator: Locator, matchers: object): object {
  return new Proxy(matchers, {
    get: (target, name) => {
      const matcher: unknown = Reflect.get(target, name);
      if (typeof matcher !== 'function' || !OF_AN_ELEMENT.has(String(name))) return matcher;
      return async (...args: unknown[]) => {
        // If there is none in time, the matcher says so in its own words.
        const wait = locator.first().waitFor({ state: 'attached', timeout: TIMEOUT });
        await wait.catch(() => undefined);
        return Reflect.apply(matcher, target, args);
      };
    },
  });
}

function isLocator(value: unknown): value is Locator {
  return typeof value === 'object' && value !== null && 'waitFor' in value && 'first' in value;
}
