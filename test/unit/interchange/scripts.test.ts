/** Test scripts of Postman and Bruno: the forms in which people write the same assertion. */
import { describe, expect, it } from 'vitest';
import { readScript } from '../../../shared/interchange/script.ts';

const STATUS = { that: { of: 'status' }, must: { is: 'equal', to: 200 } };

describe('a test is recognised', () => {
  it.each([
    ["pm.test('ok', function () { pm.response.to.have.status(200); });"],
    ["pm.test('ok', () => { pm.response.to.have.status(200); });"],
    ["pm.test('ok', async () => { pm.response.to.have.status(200); });"],
    ["pm.test('ok', () => pm.response.to.have.status(200));"],
    ["pm.test('ok', () =>\n  pm.response.to.have.status(200),\n)"],
    ["pm.test('ok', async () => pm.expect(pm.response.code).to.equal(200));"],
    ["test('ok', () => expect(res.getStatus()).to.equal(200));"],
  ])('%s', (script) => {
    const { parts } = readScript(script);
    expect(parts).toEqual([{ name: 'ok', expect: [STATUS], keep: [], changed: [], unknown: [] }]);
  });
});

it('an arrow function without braces that is not understood adds nothing, and what follows is read', () => {
  const { parts } = readScript(
    [
      "pm.test('both', () => pm.response.to.have.status(200) && pm.response.to.be.json);",
      "pm.test('called', () => pm.response.to.have.status(200)).then(log);",
      "pm.test('ok', () => pm.response.to.have.status(200));",
    ].join('\n'),
  );
  expect(parts.map(({ name, expect: found }) => [name, found])).toEqual([
    ['both', []],
    ['called', []],
    ['ok', [STATUS]],
  ]);
  expect(parts.map(({ unknown }) => unknown.length)).toEqual([1, 1, 0]);
});
