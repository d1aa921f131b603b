/** User and agreements (SCA-13, SCA-14), and the TPP dialogue (TPP-1). */
import { describe, expect, it } from 'vitest';
import { agreementsSchema, userSchema } from '../../shared/xs2a/schemas.ts';
import { memoryBank, useBank } from '../support/bank.ts';
import { advance, control, finishSca, scaIdOf } from '../support/tpp.ts';

const test = useBank();
const { newTpp } = test;

describe('SCA-13, SCA-14: user and agreements', () => {
  it('HDR-5, SCA-10: an SCA without accounts returns a psu-id and no consent', async () => {
    const tpp = await newTpp();
    const { reply } = await tpp.refused({ path: '/v1/user' }, 401, 'PSU_CREDENTIALS_INVALID', 'HDR-5');
    const query = await finishSca(test.bank, scaIdOf(reply));
    tpp.psuId = query.get('psu-id');
    for (const path of ['/v1/user', '/v1/users']) {
      expect(userSchema.parse((await tpp.send({ path })).body)).toMatchObject({
        psuId: tpp.psuId,
        context: 'PRIVATE',
      });
    }
    const refusal = await tpp.refused({ path: '/v1/accounts' }, 401, 'CONSENT_INVALID', 'SCA-10');
    expect(refusal.reply.body._links?.['scaRedirect']).toBeDefined();
  });
  it("the PSU's agreements are listed; the id of one opens its corporate accounts after an SCA", async () => {
    const tpp = await newTpp();
    const query = await tpp.consent();
    expect(query.get('context')).toBe('PRIVATE');
    const { agreements } = agreementsSchema.parse((await tpp.send({ path: '/v1/agreements' })).body);
    expect(agreements.map((agreement) => agreement.name)).toEqual([
      'Fjellheim Bygg AS, corporate agreement',
      'Nordlys Elektro AS, corporate agreement',
    ]);
    await tpp.consent({ context: 'CORPORATE', agreementId: agreements[1]?.psuCorporateId });
    expect(tpp.corporateId).toBe(agreements[1]?.psuCorporateId);
    expect(userSchema.parse((await tpp.send({ path: '/v1/user' })).body)).toMatchObject({
      context: 'CORPORATE',
      psuCorporateId: tpp.corporateId,
    });
    tpp.corporateId = null;
    expect((await tpp.send({ path: '/v1/agreements' })).status).toBe(200);
  });
  it('SVC-8: user and agreements have links to what can be read next', async () => {
    const tpp = await newTpp();
    await tpp.consent();
    const user = await tpp.send({ path: '/v1/user' });
    const link = (href: string) => ({ href, verbs: ['GET'] });
    expect([user.status, user.body]).toEqual([
      200,
      {
        psuId: tpp.psuId,
        context: 'PRIVATE',
        _links: { self: link('/v1/user'), agreements: link('/v1/agreements') },
      },
    ]);
    const listed = await tpp.send({ path: '/v1/agreements' });
    expect(listed.status).toBe(200);
    const { agreements } = agreementsSchema.parse(listed.body);
    expect(agreements.map(({ roles, _links }) => ({ roles, _links }))).toEqual(
      Array.from({ length: 2 }, () => ({
        roles: ['REGISTER', 'VIEW'],
        _links: { accounts: link('/v1/accounts') },
      })),
    );
  });
  it("SCA-14, SBX-3: an agreement's roles are those of the PSU's own engagements", async () => {
    const tpp = await newTpp();
    await tpp.consent();
    const company = await tpp.send({
      method: 'POST',
      path: '/v1/sandbox/customers',
      body: JSON.stringify({ customerType: 'CORPORATE', customerName: 'Lesehallen AS' }),
    });
    const owner = company.body['customerNumber'];
    const sandbox = (path: string, body: object) =>
      tpp.send({ method: 'POST', path: `/v1/sandbox/${path}`, body: JSON.stringify(body) });
    const account = (
      await sandbox('accounts', { customerNumber: owner, accountName: 'Drift', currency: 'NOK' })
    ).body;
    const agreement = (await sandbox('agreements', { name: 'Innsyn', owner })).body;
    const engagement = { account: { iban: account['iban'] }, registerLimit: 0, approvalLimit: 0 };
    const engagements = `agreements/${encodeURIComponent(String(agreement['id']))}/engagements`;
    const psu = test.bank.inspection.somebody()?.nationalId;
    expect((await sandbox(engagements, { ...engagement, customer: psu, roles: ['VIEW'] })).status).toBe(201);
    expect((await sandbox(engagements, { ...engagement, customer: owner, roles: ['REGISTER'] })).status).toBe(
      201,
    );
    const { agreements } = agreementsSchema.parse((await tpp.send({ path: '/v1/agreements' })).body);
    expect(agreements.find(({ name }) => name === 'Innsyn')?.roles).toEqual(['VIEW']);
    // Of several engagements, each role counts that one of them has.
    const second = (
      await sandbox('accounts', { customerNumber: owner, accountName: 'Skatt', currency: 'NOK' })
    ).body;
    const other = { ...engagement, account: { iban: second['iban'] }, customer: psu, roles: ['REGISTER'] };
    expect((await sandbox(engagements, other)).status).toBe(201);
    const again = agreementsSchema.parse((await tpp.send({ path: '/v1/agreements' })).body).agreements;
    expect(again.find(({ name }) => name === 'Innsyn')?.roles).toEqual(['REGISTER', 'VIEW']);
    expect(agreements[0]?.roles).toEqual(['REGISTER', 'VIEW']);
    await tpp.send({
      method: 'DELETE',
      path: `/v1/sandbox/agreements/${encodeURIComponent(String(agreement['id']))}`,
    });
  });
  it('SCA-10: both need a valid session', async () => {
    const bank = await memoryBank();
    try {
      const tpp = await newTpp(bank);
      await tpp.consent();
      await advance(bank, 'PT1H');
      for (const path of ['/v1/user', '/v1/agreements'])
        await tpp.refused({ path }, 401, 'PSU_CREDENTIALS_INVALID', 'SCA-10');
    } finally {
      await bank.stop();
    }
  });
});

describe('TPP-1: contact e-mail', () => {
  const put = (tpp: string, body: string) => ({
    method: 'PUT',
    path: `/v1/tpps/${tpp}/contact-information`,
    body,
  });
  it("returns 404 before registration and 200 after, only under the TPP's own id", async () => {
    const tpp = await newTpp();
    const own = tpp.identity.tppId;
    await tpp.refused({ path: `/v1/tpps/${own}/contact-information` }, 404, 'RESOURCE_UNKNOWN', 'TPP-1');
    expect((await tpp.send(put(own, '{"email":"ops@fjordpay.example"}'))).body).toEqual({
      email: 'ops@fjordpay.example',
    });
    expect((await tpp.send({ path: `/v1/tpps/${own}/contact-information` })).body).toEqual({
      email: 'ops@fjordpay.example',
    });
    const read = await tpp.send({ path: `/v1/tpps/${own}/contact-information` });
    expect(read.status).toBe(200);
    for (const call of [
      put('PSDNO-FSA-OTHER', '{"email":"ops@fjordpay.example"}'),
      { path: '/v1/tpps/PSDNO-FSA-OTHER/contact-information' },
    ])
      await tpp.refused(call, 403, 'SERVICE_BLOCKED', 'TPP-1');
    // Without the quirk, the address may be that of a person.
    expect((await tpp.send(put(own, '{"email":"kari.nordmann@fjordpay.example"}'))).status).toBe(200);
  });
  it.each(['{}', '{"email":7}', '{"email":"ops"}', '{"email":"a@b"}', '{"email":"a b@c.no"}', '[]', 'null'])(
    '%s returns 400',
    async (body) => {
      const tpp = await newTpp();
      await tpp.refused(put(tpp.identity.tppId, body), 400, 'FORMAT_ERROR', 'TPP-1');
    },
  );
  it('SVC-3: a body that is empty or not JSON returns 400', async () => {
    const tpp = await newTpp();
    for (const [body, wrong, hint] of [
      ['', 'The body is missing.', /^$/],
      ['{', 'The body is not valid JSON.', / See line 1, column 2: \{$/],
      ['x', 'The body is not valid JSON.', /^This is not valid JSON: Unexpected token 'x'\. See line 1, col/],
      [
        '{\n "email": None}',
        'The body is not valid JSON.',
        / Write null, true or false\. See line 2, column 11: /,
      ],
    ] as const) {
      const call = put(tpp.identity.tppId, body);
      const { text, explanation } = await tpp.refused(call, 400, 'FORMAT_ERROR', 'SVC-3');
      expect(text).toBe(wrong);
      expect(explanation.hint ?? '').toMatch(hint);
    }
  });
  it('a missing member that is sent under almost the same name is named', async () => {
    const tpp = await newTpp();
    for (const [name, hint] of [
      ['EMail', 'Did you mean email, not EMail?'],
      ['emails', null],
      ['mail', null],
    ] as const) {
      const call = put(tpp.identity.tppId, JSON.stringify({ [name]: 'ops@fjordpay.example' }));
      const { explanation } = await tpp.refused(call, 400, 'FORMAT_ERROR', 'TPP-1');
      expect(explanation.hint, name).toBe(hint);
    }
  });
  it('an address that looks personal is refused with the quirk', async () => {
    const bank = await memoryBank({ quirks: { personalContactEmail: true } });
    try {
      const tpp = await newTpp(bank);
      const from = (name: string) =>
        put(tpp.identity.tppId, JSON.stringify({ email: `${name}@fjordpay.example` }));
      for (const name of ['kari.nordmann', 'KARI_Nordmann', 'a-b'])
        await tpp.refused(from(name), 400, 'FORMAT_ERROR', 'TPP-1');
      for (const name of ['operations', '1a.line', 'open.banking2'])
        expect((await tpp.send(from(name))).status, name).toBe(200);
      expect((await control(bank, 'GET', '/control/state')).body['quirks']).toMatchObject({
        personalContactEmail: true,
      });
    } finally {
      await bank.stop();
    }
  });
});
