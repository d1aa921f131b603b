/** Test scripts of Postman, Insomnia and Bruno: the forms in which people write the same. */
import { describe, expect, it } from 'vitest';
import { assertionsText, captureText } from '../../../shared/collections/expectation-text.ts';
import { importFiles } from '../../../shared/interchange/import.ts';
import { readExpression, readScript } from '../../../shared/interchange/script.ts';

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
    const parts = readScript(script);
    expect(parts).toEqual([{ name: 'ok', expect: [STATUS], keep: [], changed: [], unknown: [] }]);
  });
});

it('an arrow function without braces that is not understood adds nothing, and what follows is read', () => {
  const parts = readScript(
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

/** What a script says as a flow file says it, with what is changed and what is not known. */
function said(script: string) {
  const parts = readScript(script);
  const all = parts.flatMap(({ expect: found }) => found);
  const keep = parts.flatMap((part) => part.keep);
  return {
    expect: all.length === 0 ? {} : assertionsText(all),
    keep: Object.fromEntries(keep.map((one) => [one.as, captureText(one)])),
    changed: parts.flatMap(({ changed }) => changed),
    unknown: parts.flatMap(({ unknown }) => unknown),
  };
}

const ONLY_IF = (condition: string) =>
  `The script does this only if ${condition}. The step does it always, and fails if the value is missing.`;

describe('a capture is recognised', () => {
  it.each([
    ["if (pm.response.code === 201) { var p = pm.response.json(); pm.environment.set('id', p.paymentId); }"],
    [
      "if (responseCode.code == 200 || responseCode.code == 201) postman.setGlobalVariable('id', JSON.parse(responseBody).paymentId);",
    ],
    ["if (pm.response.code >= 200 && pm.response.code < 300) { bru.setVar('id', res.body.paymentId) }"],
    [
      "const b = pm.response.json(); if (b._links && b.paymentId) { pm.globals.set('id', b.paymentId); } else { console.log('no'); }",
    ],
    [
      "const b = pm.response.json(); if (b?.paymentId !== undefined) { pm.globals.set('id', b.paymentId); } else { throw new Error('no'); }",
    ],
    [
      "let b = {}; try { b = pm.response.json(); } catch (e) {} if (b?.paymentId) { pm.globals.set('id', b.paymentId); }",
    ],
    ["try { pm.globals.set('id', pm.response.json().paymentId); } catch (e) { console.error(e); }"],
    ["const { paymentId: p } = pm.response.json(); pm.environment.set('id', p);"],
    ["pm.environment.set('id', pm.response.json().paymentId || '');"],
  ])('%s', (script) => {
    const { keep, unknown } = said(script);
    expect({ keep, unknown }).toEqual({ keep: { id: '$.paymentId' }, unknown: [] });
  });

  it.each([
    ["links.self.href.split('/').pop()", '$._links.self.href | segment -1'],
    ['links.self.href.split("/").slice(-2)[0]', '$._links.self.href | segment -2'],
    ["pm.response.headers.get('Location').split('/').pop()", 'header Location | segment -1'],
    ['JSON.stringify(body.accounts)', '$.accounts'],
  ])('%s', (value, source) => {
    const script = `const body = pm.response.json(), links = body._links;
      pm.environment.set('x', ${value});`;
    expect(said(script)).toEqual({ expect: {}, keep: { x: source }, changed: [], unknown: [] });
  });

  it('by its condition, which the report names', () => {
    const script = "if (pm.response.code === 201) { pm.environment.set('id', pm.response.json().id); }";
    expect(said(script).changed).toEqual([ONLY_IF('pm.response.code === 201')]);
  });

  it('not if it is made for a refusal, or in another branch', () => {
    const script = `const body = pm.response.json();
      if (pm.response.code === 400) { pm.environment.set('code', body.tppMessages[0].code); }
      if (body.status === 'RCVD') { pm.expect(body.a).to.eql(1); pm.environment.set('a', body.a); }
      else { pm.environment.set('b', body.b); }`;
    const { keep, expect: found, unknown } = said(script);
    expect({ keep, found }).toEqual({ keep: { a: '$.a' }, found: {} });
    expect(unknown).toHaveLength(3);
  });

  it('by the name that the script gives it, also if another program calls something else so', () => {
    const script = `const res = pm.response.json(); const responseBody = res.inner;
      pm.test('a', () => { pm.expect(res.status).to.eql('RCVD'); pm.expect(responseBody.id).to.exist; });
      pm.environment.set('id', res.body.id);
      pm.test('b', () => { const res = unknown(); pm.expect(res.status).to.eql(200); });`;
    const { keep, expect: found, unknown } = said(script);
    expect({ keep, found }).toEqual({
      keep: { id: '$.body.id' },
      found: { '$.status': 'RCVD', '$.inner.id': 'present' },
    });
    expect(unknown).toHaveLength(2);
  });

  it('a name that means something else in a block means what it did after it', () => {
    const script = `var body = pm.response.json();
      pm.test('a', () => { const body = pm.response.json().inner; pm.expect(body.id).to.exist; });
      pm.environment.set('id', body.id);
      if (unknown(body)) { other = 1; }
      pm.environment.set('still', body.id);
      body = changed(body);
      pm.environment.set('other', body.id);`;
    const { keep, expect: found } = said(script);
    expect({ keep, found }).toEqual({
      keep: { id: '$.id', still: '$.id' },
      found: { '$.inner.id': 'present' },
    });
  });
});

describe('an expectation is recognised', () => {
  it.each([
    ['pm.expect(b.a).to.exist', { '$.a': 'present' }],
    ['pm.expect(b.a).to.be.a("string").and.not.be.empty', { '$.a': { form: 'text', not: '' } }],
    [
      'pm.expect(b.list).to.be.an("array").that.is.not.empty',
      { '$.list': { form: 'list' }, '$.list[0]': 'present' },
    ],
    ['pm.expect(b.accounts.length).to.be.above(1)', { '$.accounts[1]': 'present' }],
    ['pm.expect(b.accounts).to.have.length.at.least(1)', { '$.accounts[0]': 'present' }],
    ['pm.expect(b.a).to.be.empty', { '$.a': { length: 0 } }],
    ['pm.expect(pm.response.code).to.be.below(400)', { status: { max: 399 } }],
    ['pm.expect(b.n).to.be.within(1, 5)', { '$.n': { min: 1, max: 5 } }],
    ['pm.expect(b.n, "why").to.be.at.least(3)', { '$.n': { min: 3 } }],
    ['pm.expect(b.s).to.be.oneOf(["RCVD", "ACSC"])', { '$.s': { any: ['RCVD', 'ACSC'] } }],
    ['pm.expect([200, 201]).to.include(pm.response.code)', { status: { any: [200, 201] } }],
    ['pm.expect(b).to.have.property("a")', { '$.a': 'present' }],
    ['pm.expect(b).to.have.property("a", "x")', { '$.a': 'x' }],
    ['pm.expect(b).to.have.nested.property("a.b[0].c")', { '$.a.b[0].c': 'present' }],
    ['pm.expect(b).to.have.all.keys("a", "b")', { '$.a': 'present', '$.b': 'present' }],
    ['pm.expect(b.a !== undefined).to.be.true', { '$.a': 'present' }],
    ['pm.expect(b.a).to.match(/^[A-Z]{2}\\-\\d"+$/)', { '$.a': { matches: '^[A-Z]{2}-\\d"+$' } }],
    ['pm.expect(b.a).to.deep.equal({ x: [1] })', { '$.a': { equals: { x: [1] } } }],
    ['pm.expect(b.a).to.eql(pm.environment.get("my id"))', { '$.a': '{{my_id}}' }],
    ['pm.response.to.be.ok', 200],
    ['pm.response.to.be.success', { status: { min: 200, max: 299 } }],
    ['pm.response.to.not.be.error', { status: { max: 399 } }],
    ['pm.response.to.have.status("Created")', 201],
    ['pm.expect(pm.response).to.have.status(201)', 201],
    ['pm.response.to.have.jsonBody("_links.self.href")', { '$._links.self.href': 'present' }],
    ['pm.response.to.have.jsonBody("a.b", 1)', { '$.a.b': 1 }],
    ['pm.response.to.have.header("X-Request-ID")', { 'header X-Request-ID': 'present' }],
    ['pm.response.to.have.responseTime.below(200)', { time: { max: 200 } }],
    ['tests["a"] = responseCode.code === 200 && b.a != null', { status: 200, '$.a': 'present' }],
    ['const wanted = 201; pm.response.to.have.status(wanted)', 201],
    ['if (pm.response.code === 200) { pm.expect(b.a).to.eql(1); }', { '$.a': 1 }],
  ])('%s', (script, expected) => {
    const { expect: found, unknown } = said(`const b = pm.response.json();\n${script};`);
    expect({ found, unknown }).toEqual({ found: expected, unknown: [] });
  });

  it.each([
    ['pm.expect(b.a).to.match(/(?=a)b/)'],
    ['pm.expect(b.a).to.match(/a/i)'],
    ['pm.expect(b.a).to.not.include("x")'],
    ['pm.expect(b.access_token).to.eql("canary")'],
    ['pm.expect(b.a).to.eql(b.c)'],
    ['b.accounts.forEach((a) => { pm.expect(a.iban).to.exist; })'],
  ])('but not %s, which is reported', (script) => {
    const { expect: found, unknown } = said(`const b = pm.response.json();\n${script};`);
    expect(found).toEqual({});
    expect(unknown).toHaveLength(1);
    expect(unknown.join('')).not.toContain('canary');
  });

  it('without the lines that write to the console', () => {
    const script =
      'console.log(`a ${pm.response.code}`);\npm.test(`is ${1}`, () => { console.log("b"); pm.response.to.be.ok; });';
    expect(said(script)).toEqual({ expect: 200, keep: {}, changed: [], unknown: [] });
  });
});

it.each(['if (res.body.a) ', 'try { } finally '])('is read however deep it is: %s', (statement) => {
  const parts = readScript(statement.repeat(7000));
  expect(parts.map(({ unknown }) => unknown.length)).toEqual([1]);
});

it('is a value of a response, or none', () => {
  expect(readExpression('res.body._links.self.href.split("/").pop()')?.pick).toEqual({ segment: -1 });
  expect(readExpression('res.body.list.find(x => x)')).toBeNull();
});

describe('an assertion of Bruno is recognised', () => {
  it.each([
    ['res.status: neq 500', { status: { not: 500 } }],
    ['res.body.n: gt 5', { '$.n': { min: 5 } }],
    ['res.status: lt 400', { status: { max: 399 } }],
    ['res.body.s: in [RCVD, ACSC]', { '$.s': { any: ['RCVD', 'ACSC'] } }],
    ['res.body.s: startsWith NO', { '$.s': { like: 'NO*' } }],
    ['res.body.s: endsWith 7', { '$.s': { like: '*7' } }],
    ['res.body.s: matches ^NO[0-9]+$', { '$.s': { matches: '^NO[0-9]+$' } }],
    ['res.body.n: between 1, 5', { '$.n': { min: 1, max: 5 } }],
    ['res.body.s: isEmpty', { '$.s': { length: 0 } }],
    ['res.body.s: isNotEmpty', { '$.s': { not: '' } }],
    ['res.body.s: isTruthy', { '$.s': 'present' }],
    ['res.body.s: isFalsy', { '$.s': 'absent' }],
    ['res.body: isJson', { $: { form: 'object' } }],
    ['res.getHeader("Location"): isDefined', { 'header Location': 'present' }],
  ])('%s', (line, expected) => {
    const [expression, operator = '', ...value] = line.split(/: | /);
    const assertion = { expression, operator, value: value.join(' ') };
    const text = JSON.stringify({
      info: { name: 'A', type: 'http' },
      http: { method: 'GET', url: 'https://bank.example/v1/accounts' },
      runtime: { assertions: [assertion] },
    });
    const { tree } = importFiles([{ path: 'a.json', bytes: Buffer.from(text) }]);
    const [flow] = tree.children;
    const [child] = flow?.kind === 'folder' ? flow.children : [];
    expect(assertionsText((child?.kind === 'step' && child.step.expect) || [])).toEqual(expected);
  });
});
