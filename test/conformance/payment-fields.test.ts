/** The fields of payments, product by product, with the boundaries of each (PAY-2, PAY-10 to PAY-13, PAY-17 to PAY-19). */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProductShort } from '../../shared/xs2a/payment-products.ts';
import { useBank, withBank } from '../support/bank.ts';
import {
  accountIn,
  type Body,
  bodyOf,
  bulkOf,
  create,
  EIRIK,
  FJELLHEIM_EUR,
  INGRID,
  moneyOf,
  moveTo,
  pathOfProduct,
  post,
  reset,
  selfOf,
  sign,
  statusOf,
  transactionsOf,
} from '../support/payments.ts';
import { testCa } from '../support/identity.ts';
import { control, lastExchange, type Reply, Tpp } from '../support/tpp.ts';

const test = useBank();
beforeEach(() => reset(test.bank));

/** Expects a refusal, and gives the paths of all its faults. */
const faults = (product: ProductShort, changes: Body, rule: string): Promise<string[]> =>
  test.tpp().faults(pathOfProduct(product), bodyOf(product, changes), rule);

async function accepted(product: ProductShort, changes: Body): Promise<void> {
  const reply = await post(test.tpp(), pathOfProduct(product), bodyOf(product, changes));
  expect(reply.status, reply.text).toBe(201);
}

const PRODUCTS = ['NDCT', 'INDCTS', 'SCT', 'CBCT', 'NCBCT'] as const;
const message = 'remittanceInformationUnstructured';
const structured = 'remittanceInformationStructuredArray';

describe('PAY-2: the table of fields', () => {
  it.each(PRODUCTS)('%s: one response reports every missing field', async (product) => {
    const paths = await test.tpp().faults(pathOfProduct(product), {}, 'PAY-2');
    const always = ['creditorAccount', 'creditorName', 'debtorAccount', 'instructedAmount'];
    const more = {
      NDCT: [message],
      INDCTS: [message],
      SCT: [],
      CBCT: ['creditorAddress', 'creditorAgent'],
      NCBCT: [
        'creditorAddress',
        'creditorAgent',
        'regulatoryReportingCode',
        'regulatoryReportingInformation',
      ],
    }[product];
    expect(paths).toEqual([...always, ...more].toSorted());
  });
  it.each([
    ['creditorname', 'Did you mean creditorName, not creditorname?'],
    ['creditorNam', 'Did you mean creditorName, not creditorNam?'],
    ['creditorNames', 'Did you mean creditorName, not creditorNames?'],
    ['crediterName', 'Did you mean creditorName, not crediterName?'],
    ['crediterNames', null],
    ['ultimateDebtor', null],
  ])('the explanation names a missing member that is sent as %s', async (name, hint) => {
    const { creditorName, ...rest } = bodyOf('SCT');
    const call = {
      method: 'POST',
      path: pathOfProduct('SCT'),
      body: JSON.stringify({ ...rest, [name]: creditorName }),
    };
    const { explanation } = await test.tpp().refused(call, 400, 'FORMAT_ERROR', 'PAY-2');
    expect(explanation.hint).toBe(hint);
  });
  it('the explanation names every missing member of a bulk payment once', async () => {
    const body = JSON.stringify(bulkOf(['1.00', '2.00']))
      .replaceAll('"creditorAccount"', '"creditoraccount"')
      .replaceAll('"bban"', '"BBAN"');
    const call = { method: 'POST', path: pathOfProduct('NDCT', 'bulk-payments'), body };
    const { explanation } = await test.tpp().refused(call, 400, 'FORMAT_ERROR', 'PAY-12');
    expect(explanation.hint).toBe('Did you mean creditorAccount, not creditoraccount?');
  });
  it.each([
    ['NDCT', 'serviceLevel', 'URGP', 'PAY-17'],
    ['NDCT', 'creditorAgent', 'DNBANOKK', 'PAY-12'],
    ['NDCT', 'regulatoryReportingCode', '29', 'PAY-17'],
    ['INDCTS', 'requestedExecutionDate', '2026-12-01', 'PAY-2'],
    ['SCT', 'creditorAgent', 'DEUTDEFF', 'PAY-12'],
    ['SCT', 'serviceLevel', 'URGP', 'PAY-17'],
    ['CBCT', structured, [{ reference: '18', referenceType: 'SCOR' }], 'PAY-10'],
  ] as const)('PAY-17, PAY-12, PAY-10: %s does not accept %s', async (product, field, value, rule) => {
    expect(await faults(product, { [field]: value }, rule)).toEqual([field]);
  });
  it.each([
    ['NDCT', { amount: '1.00', currency: 'EUR' }],
    ['INDCTS', { amount: '1.00', currency: 'SEK' }],
    ['SCT', { amount: '1.00', currency: 'NOK' }],
    ['CBCT', { amount: '1.00', currency: 'QQQ' }],
  ] as const)('%s does not accept %o', async (product, instructedAmount) => {
    expect(await faults(product, { instructedAmount }, 'PAY-2')).toEqual(['instructedAmount/currency']);
  });
  it.each([
    ['NOK', '10.00', ['10', '10.0', '10.000', '1e2', '-10.00', '0.00', ' 10.00', '10,00', '']],
    ['JPY', '1000', ['1000.0', '1000.00', '0']],
    ['KWD', '1.250', ['1.25', '1', '0.000']],
  ])(
    "%s: an amount has exactly the currency's decimals and is above zero",
    async (currency, right, wrong) => {
      await accepted('CBCT', { instructedAmount: { amount: right, currency } });
      for (const amount of wrong)
        expect(await faults('CBCT', { instructedAmount: { amount, currency } }, 'PAY-2'), amount).toContain(
          'instructedAmount/amount',
        );
      expect(await faults('CBCT', { instructedAmount: { amount: 10, currency } }, 'PAY-2')).toEqual([
        'instructedAmount/amount',
      ]);
    },
  );
  it('LIM-4, AIS-10: creditorName has at most 70 characters, a message at most 140', async () => {
    await accepted('NDCT', { creditorName: 'N'.repeat(70), [message]: 'M'.repeat(140) });
    const long = { creditorName: 'N'.repeat(71), [message]: 'M'.repeat(141) };
    expect(await faults('NDCT', long, 'PAY-2')).toEqual(['creditorName', message]);
  });
  it('PAY-12: an error in a bulk payment is reported with the index of the item', async () => {
    const body = bulkOf(['10.00', '20.00', '30.00']) as { payments: Body[] };
    body.payments[1] = { ...body.payments[1], creditorName: '', creditorAccount: { bban: '1' } };
    body.payments[2] = { ...body.payments[2], [message]: undefined };
    expect(await test.tpp().faults(pathOfProduct('NDCT', 'bulk-payments'), body, 'PAY-12')).toEqual([
      'payments/1/creditorAccount/bban',
      'payments/1/creditorName',
      `payments/2/${message}`,
    ]);
  });
  it('SVC-3: a body that is not JSON or not an object is refused', async () => {
    for (const body of ['[]', '"x"', 'null', '7'])
      await test
        .tpp()
        .refused({ method: 'POST', path: pathOfProduct('NDCT'), body }, 400, 'FORMAT_ERROR', 'PAY-2');
    const broken = { method: 'POST', path: pathOfProduct('NDCT'), body: '{"a":' };
    await test.tpp().refused(broken, 400, 'FORMAT_ERROR', 'SVC-3');
  });
});

const reference = (text: string, more: Body = {}) => ({
  [message]: undefined,
  [structured]: [{ reference: text, referenceType: 'SCOR', ...more }],
});

describe('PAY-10: KID', () => {
  it.each(['18', '19', '1234567897', '1234567890123456789012340', '1234564-'])('%s is accepted', (kid) =>
    accepted('NDCT', reference(kid)),
  );
  it.each(['8', '17', '1234567890', '12345678901234567890123400', 'ABC', '1 8', '-', '1-8'])(
    '%s is refused at its field',
    async (kid) => {
      expect(await faults('NDCT', reference(kid), 'PAY-10')).toEqual([`${structured}/0/reference`]);
    },
  );
  it('a missing reference is reported at the same field', async () => {
    const missing = { [message]: undefined, [structured]: [{ referenceType: 'SCOR' }] };
    expect(await faults('INDCTS', missing, 'PAY-10')).toEqual([`${structured}/0/reference`]);
  });
  it('either a KID or a message is required, not both', async () => {
    expect(await faults('NDCT', { ...reference('18'), [message]: 'Hei' }, 'PAY-10')).toEqual([message]);
    expect(await faults('NDCT', { [message]: undefined }, 'PAY-10')).toEqual([message]);
    expect(await faults('NDCT', { [message]: undefined, [structured]: [] }, 'PAY-10')).toEqual([structured]);
  });
  it('an eFaktura reference has type CINV and an issuer', async () => {
    const invoice = { referenceType: 'CINV', referenceIssuer: 'BITS-EFAKTURA' };
    await accepted('NDCT', reference('NO-2026-00117', invoice));
    const other = reference('NO-2026-00117', { ...invoice, referenceIssuer: 'ME' });
    expect(await faults('NDCT', other, 'PAY-10')).toEqual([`${structured}/0/referenceIssuer`]);
    const type = reference('18', { referenceType: 'DISP' });
    expect(await faults('NDCT', type, 'PAY-10')).toEqual([`${structured}/0/referenceType`]);
  });
  it('a SEPA payment may carry an ISO 11649 reference', async () => {
    await accepted('SCT', reference('RF18539007547034'));
    expect(await faults('SCT', reference('RF19539007547034'), 'PAY-10')).toEqual([
      `${structured}/0/reference`,
    ]);
  });
});

describe('PAY-10: with the quirk strictKid off', () => {
  const lenient = useBank({ quirks: { strictKid: false } });
  it('the format is checked, the check digits are not', async () => {
    const send = (kid: string) => post(lenient.tpp(), pathOfProduct('NDCT'), bodyOf('NDCT', reference(kid)));
    expect((await send('17')).status).toBe(201);
    expect((await send('ABC')).status).toBe(400);
  });
});

describe('PAY-11: free text', () => {
  it.each(['Blåbærsyltetøy ÆØÅ', "O'Hara & Søn (2026) #1 @ 50%", 'Müller, Café, Señor, ß, ÿ'])(
    '%s is accepted',
    (text) => accepted('NDCT', { [message]: text, creditorName: text }),
  );
  it.each([
    'Gratulerer 🎉',
    'tab\tulator',
    'ny\nlinje',
    'Łódź',
    '“anførsel”',
    'a\u0000b',
    '5 × 4',
    'Ελλάδα',
    // Nothing is trimmed first: characters at either end count.
    '\ufeffTakk',
    'Takk\ufeff',
    'Takk\n',
    'Takk\r\n',
    '\tTakk',
    'Takk\u00a0',
    '\u2028Takk',
  ])('%j is refused at any position', async (text) => {
    const everywhere = {
      [message]: text,
      creditorName: text,
      ultimateDebtor: text,
      endToEndIdentification: text,
    };
    expect(await faults('NDCT', everywhere, 'PAY-11')).toEqual(Object.keys(everywhere).toSorted());
    const address = { street: text, buildingNumber: text, postalCode: text, city: text, country: 'GB' };
    const reporting = { creditorAddress: address, regulatoryReportingInformation: text };
    expect(await faults('NCBCT', reporting, 'PAY-11')).toEqual([
      'creditorAddress/buildingNumber',
      'creditorAddress/city',
      'creditorAddress/postalCode',
      'creditorAddress/street',
      'regulatoryReportingInformation',
    ]);
    expect(await faults('NDCT', reference('18', { referenceIssuer: text }), 'PAY-11')).toEqual([
      `${structured}/0/referenceIssuer`,
    ]);
  });
  it('PAY-3: blanks at either end are kept as sent; a text of blanks alone is refused', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'SCT', { creditorName: '  Holzbau Lindner GmbH ' });
    expect((await tpp.send({ path })).body['creditorName']).toBe('  Holzbau Lindner GmbH ');
    expect(await faults('NDCT', { creditorName: '  ' }, 'PAY-2')).toEqual(['creditorName']);
  });
  it.each(['Gratulerer 🎉', '\ufeffTakk', 'Takk\n'])('%j is refused in sandbox calls too', async (text) => {
    const customerNumber = '13839319910';
    const account = `/v1/sandbox/accounts/${await accountIn(test.tpp(), EIRIK)}`;
    const card = `/v1/sandbox/card-accounts/${await cardOf(customerNumber)}`;
    const amount = { transactionAmount: { amount: '1.00', currency: 'NOK' } };
    const calls: [path: string, right: Body, fields: Body][] = [
      ['customers', { customerType: 'PRIVATE' }, { customerName: text }],
      ['accounts', { customerNumber, currency: 'NOK' }, { accountName: text }],
      ['card-accounts', { customerNumber, currency: 'NOK' }, { accountName: text }],
      ['agreements', { owner: '02867920075' }, { name: text }],
      [
        `${account}/transactions`,
        amount,
        { creditorName: text, debtorName: text, endToEndIdentification: text, [message]: text },
      ],
      [`${account}/transactions`, amount, { [`${message}/0`]: text }],
      [`${account}/transactions`, amount, { remittanceInformationStructured: text }],
      [
        `${card}/transactions`,
        amount,
        { cardAcceptorId: text, 'cardAcceptorAddress/townName': text, [message]: text },
      ],
    ];
    for (const [name, right, fields] of calls) {
      const path = name.startsWith('/') ? name : `/v1/sandbox/${name}`;
      const paths = await test.tpp().faults(path, { ...right, ...nested(fields) }, 'PAY-11');
      expect(paths, path).toEqual(Object.keys(fields).toSorted());
    }
    const contact = `/v1/tpps/${encodeURIComponent(test.identity.tppId)}/contact-information`;
    const email = { method: 'PUT', path: contact, body: JSON.stringify({ email: `${text}@tpp.example` }) };
    await test.tpp().refused(email, 400, 'FORMAT_ERROR', 'TPP-1');
  });
});

async function cardOf(customerNumber: string): Promise<string> {
  const { body } = await test.tpp().send({ path: '/v1/sandbox/customers' });
  const customers = body['customers'] as { customerNumber: string; cardAccounts: string[] }[];
  const owner = customers.find((customer) => customer.customerNumber === customerNumber);
  return encodeURIComponent(owner?.cardAccounts[0] ?? '');
}

/** Fields by their paths as a body: `a/b` is in an object, `a/0` in an array. */
function nested(fields: Body): Body {
  return Object.fromEntries(
    Object.entries(fields).map(([path, value]) => {
      const [name = '', inner] = path.split('/');
      if (inner === undefined) return [name, value];
      return [name, inner === '0' ? [value] : { [inner]: value, country: 'NO' }];
    }),
  );
}

describe('PAY-11: the deprecated remittanceInformationStructured', () => {
  const deprecated = 'remittanceInformationStructured';
  const kid = { reference: '1234567897', referenceType: 'SCOR' };
  const only = { [message]: undefined, [deprecated]: kid };
  it('PAY-3: one object means an array of that one, with a note', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'SCT', only);
    expect((await lastExchange(test.bank)).notes).toEqual([expect.stringContaining(deprecated)]);
    expect((await tpp.send({ path })).body).toMatchObject({ [deprecated]: kid, [structured]: [kid] });
    await create(tpp, 'SCT', { [message]: undefined, [structured]: [kid] });
    expect((await lastExchange(test.bank)).notes).toEqual([]);
  });
  it.each(['payments', 'bulk-payments', 'periodic-payments'])('%s take it and book it', async (service) => {
    await withBank({}, async (bank) => {
      const tpp = new Tpp(bank, test.identity);
      await tpp.consent();
      const order = { startDate: '2026-12-01', endDate: '2026-12-20', frequency: 'Monthly' };
      const { payments } = bulkOf(['10.00']) as { payments: Body[] };
      const body = {
        payments: only,
        'bulk-payments': { ...bulkOf([]), payments: [{ ...payments[0], ...only }] },
        'periodic-payments': { ...only, ...order },
      }[service];
      await sign(tpp, await create(tpp, 'NDCT', body, service));
      await moveTo(bank, '2026-12-20T12:00:00+01:00');
      const { booked } = await transactionsOf(tpp, EIRIK);
      expect(booked[0]).toMatchObject({ [structured]: [kid], [deprecated]: kid.reference });
    });
  });
  it('PAY-16: the same payment in either form is a repetition', async () => {
    const body = bodyOf('NDCT', only);
    expect((await post(test.tpp(), pathOfProduct('NDCT'), body)).status).toBe(201);
    const again = JSON.stringify({ ...body, [deprecated]: undefined, [structured]: [kid] });
    const call = { method: 'POST', path: pathOfProduct('NDCT'), body: again };
    await test.tpp().refused(call, 409, 'STATUS_INVALID', 'PAY-16');
  });
  it('both given and equal are one; both given and different are refused', async () => {
    await accepted('NDCT', { ...only, [structured]: [{ referenceType: 'SCOR', reference: '1234567897' }] });
    const other = { ...only, [structured]: [{ ...kid, reference: '18' }] };
    expect(await faults('NDCT', other, 'PAY-11')).toEqual([deprecated]);
    const issuer = { ...only, [structured]: [{ ...kid, referenceIssuer: 'ME' }] };
    expect(await faults('NDCT', issuer, 'PAY-11')).toEqual([deprecated]);
  });
  it('PAY-10: it follows the rules of the array, and cannot be combined with a message', async () => {
    const wrong = { ...only, [deprecated]: { ...kid, reference: '17' } };
    expect(await faults('NDCT', wrong, 'PAY-10')).toEqual([`${deprecated}/reference`]);
    expect(await faults('NDCT', { [deprecated]: kid }, 'PAY-10')).toEqual([message]);
    expect(await faults('NDCT', { ...only, [deprecated]: '1234567897' }, 'PAY-10')).toEqual([deprecated]);
    expect(await faults('NDCT', { ...only, [deprecated]: [kid] }, 'PAY-10')).toEqual([deprecated]);
    expect(await faults('CBCT', { [deprecated]: kid }, 'PAY-10')).toEqual([deprecated]);
  });
});

describe('PAY-12: account numbers', () => {
  it.each(['86011200004', '8601120000', '860112000033', '8601.12.00003', ''])(
    'BBAN %s is refused',
    async (bban) => {
      expect(await faults('NDCT', { creditorAccount: { bban } }, 'PAY-12')).toEqual(['creditorAccount/bban']);
    },
  );
  it('spaces in a BBAN are removed', () => accepted('NDCT', { creditorAccount: { bban: '8601 12 00003' } }));
  it.each(['DE89370400440532013001', 'DE8937040044053201300', 'XX', 'no9386011117947'])(
    'IBAN %s is refused',
    async (iban) => {
      expect(await faults('SCT', { creditorAccount: { iban } }, 'PAY-12')).toEqual(['creditorAccount/iban']);
    },
  );
  it.each(['EXMPUS3', 'EXMPUS333', 'EXMPUS33XX', 'exmpus33', '1XMPUS33'])(
    'BIC %s is refused',
    async (creditorAgent) => {
      expect(await faults('CBCT', { creditorAgent }, 'PAY-12')).toEqual(['creditorAgent']);
    },
  );
  it.each(['EXMPUS33', 'EXMPUS33NYC'])('BIC %s is accepted', (creditorAgent) =>
    accepted('CBCT', { creditorAgent }),
  );
  it('a BIC is required unless the creditor has an IBAN', async () => {
    expect(await faults('CBCT', { creditorAgent: undefined }, 'PAY-12')).toEqual(['creditorAgent']);
    const iban = { creditorAccount: { iban: 'GB29NWBK60161331926819' } };
    await accepted('CBCT', { ...iban, creditorAgent: undefined });
    const both = { creditorAccount: { iban: 'GB29NWBK60161331926819', bban: '1' } };
    expect(await faults('CBCT', both, 'PAY-12')).toEqual(['creditorAccount']);
  });
  it('debtor and creditor must differ, compared by BBAN and by IBAN', async () => {
    expect(await faults('NDCT', { creditorAccount: { bban: EIRIK } }, 'PAY-12')).toEqual(['creditorAccount']);
    const sepa = { debtorAccount: { bban: '86011301373' }, creditorAccount: { iban: FJELLHEIM_EUR } };
    expect(await faults('SCT', sepa, 'PAY-12')).toEqual(['creditorAccount']);
  });
});

describe('PAY-13: requestedExecutionDate', () => {
  it.each(['2026-11-20', '2027-11-20'])(
    '%s is accepted: from today to 365 days ahead',
    (requestedExecutionDate) => accepted('NDCT', { requestedExecutionDate }),
  );
  it.each(['2026-11-19', '2027-11-21'])('%s is refused', async (requestedExecutionDate) => {
    const call = {
      method: 'POST',
      path: pathOfProduct('NDCT'),
      body: JSON.stringify(bodyOf('NDCT', { requestedExecutionDate })),
    };
    const { reply } = await test.tpp().refused(call, 400, 'EXECUTION_DATE_INVALID', 'PAY-13');
    expect(reply.body.tppMessages?.[0]?.path).toBe('requestedExecutionDate');
  });
  it.each(['2027-02-29', '20.12.2026', '2026-12-1', 'soon'])(
    'PAY-2: %s is not a date',
    async (requestedExecutionDate) => {
      expect(await faults('NDCT', { requestedExecutionDate }, 'PAY-2')).toEqual(['requestedExecutionDate']);
    },
  );
});

describe('PAY-17: urgency and reporting', () => {
  it.each([
    ['CBCT', '50.00'],
    ['NCBCT', '40.00'],
  ] as const)(
    '%s: URGP is accepted outside SEPA for a higher fee, and settles the same day',
    async (product, fee) => {
      await withBank({}, async (bank) => {
        const tpp = new Tpp(bank, test.identity);
        const usual = await post(tpp, pathOfProduct(product), bodyOf(product));
        expect(usual.body['transactionFees']).toEqual({ amount: fee, currency: 'NOK' });
        const urgent = await post(tpp, pathOfProduct(product), bodyOf(product, { serviceLevel: 'URGP' }));
        expect(urgent.body['transactionFees']).toEqual({ amount: '150.00', currency: 'NOK' });
        const path = selfOf(urgent);
        expect((await tpp.send({ path })).body['serviceLevel']).toBe('URGP');
        const before = await moneyOf(tpp, EIRIK);
        await sign(tpp, path);
        await moveTo(bank, '2026-11-20T23:59:59+01:00');
        expect(await statusOf(tpp, path)).toBe('ACSC');
        const rate = { CBCT: 100_820, NCBCT: 133_910 }[product];
        expect((await moneyOf(tpp, EIRIK)).booked).toBe(before.booked - rate - 15_000);
      });
    },
  );
  it.each(['CBCT', 'NCBCT'] as const)(
    '%s: URGP is refused inside SEPA, however the IBAN is written',
    async (product) => {
      for (const iban of [
        'DE89370400440532013000',
        'D E89 3704 0044 0532 0130 00',
        ' DE89370400440532013000',
      ]) {
        const sepa = {
          serviceLevel: 'URGP',
          instructedAmount: { amount: '1.00', currency: 'EUR' },
          creditorAccount: { iban },
        };
        expect(await faults(product, sepa, 'PAY-17')).toEqual(['serviceLevel']);
        await accepted(product, { ...sepa, serviceLevel: undefined });
        await accepted(product, { ...sepa, instructedAmount: { amount: '1.00', currency: 'USD' } });
      }
      expect(await faults(product, { serviceLevel: 'SDVA' }, 'PAY-17')).toEqual(['serviceLevel']);
    },
  );
  it.each(['14', '26', '29', '31', '35', '38', '41', '43', '45', '51', '52', '53', '71', '79', '81', '82'])(
    'code %s is accepted',
    (regulatoryReportingCode) => accepted('NCBCT', { regulatoryReportingCode }),
  );
  it('unknown codes are refused, and so is a code or its information alone', async () => {
    expect(await faults('NCBCT', { regulatoryReportingCode: '15' }, 'PAY-17')).toEqual([
      'regulatoryReportingCode',
    ]);
    expect(await faults('SCT', { regulatoryReportingCode: '14' }, 'PAY-17')).toEqual([
      'regulatoryReportingInformation',
    ]);
    expect(await faults('CBCT', { regulatoryReportingInformation: 'x' }, 'PAY-17')).toEqual([
      'regulatoryReportingCode',
    ]);
  });
  // 11.7435 NOK for a euro: 8515.34 EUR are 99,999.90 NOK, 8515.35 EUR are 100,000.01 NOK.
  const small = { instructedAmount: { amount: '8515.34', currency: 'EUR' } };
  const large = { instructedAmount: { amount: '8515.35', currency: 'EUR' } };
  const reported = { ...large, regulatoryReportingCode: 14, regulatoryReportingInformation: 'Goods' };
  it('on a SEPA payment it is an option, whatever the amount', async () => {
    await accepted('SCT', large);
    await accepted('SCT', reported);
  });
  it('with sepaReportingFrom100000, SEPA payments require it from a counter-value of NOK 100,000', async () => {
    await withBank({ quirks: { sepaReportingFrom100000: true } }, async (bank) => {
      const send = async (changes: Body) =>
        post(new Tpp(bank, test.identity), pathOfProduct('SCT'), bodyOf('SCT', changes));
      expect((await send(small)).status).toBe(201);
      const { status, body } = await send(large);
      expect(status).toBe(400);
      expect(body.tppMessages?.map(({ path }) => path)).toEqual([
        'regulatoryReportingCode',
        'regulatoryReportingInformation',
      ]);
      expect((await send(reported)).status).toBe(201);
    });
  });
});

describe('PAY-18: structured address', () => {
  const country = 'US';
  it.each([
    { country, city: 'Portland' },
    { country, townName: 'Portland', streetName: 'Pier', postCode: '1' },
    { country, city: 'Portland', street: 'Pier', postalCode: '1', buildingNumber: '2' },
  ])('%o is accepted', (creditorAddress) => accepted('CBCT', { creditorAddress }));
  it('country and city are required', async () => {
    const of = (creditorAddress: Body) => faults('NDCT', { creditorAddress }, 'PAY-18');
    expect(await of({})).toEqual(['creditorAddress/city', 'creditorAddress/country']);
    expect(await of({ city: 'Oslo' })).toEqual(['creditorAddress/country']);
    expect(await of({ country: 'NO' })).toEqual(['creditorAddress/city']);
    expect(await of({ country: 'Norway', city: 'Oslo' })).toEqual(['creditorAddress/country']);
  });
  it('is validated in the sandbox only', async () => {
    await withBank({ quirks: { environment: 'production' }, trust: [await testCa()] }, async (bank) => {
      const tpp = new Tpp(bank, test.identity);
      for (const creditorAddress of [{}, { city: 'Oslo' }, { country: 'Norge', street: 'Storgata 1' }]) {
        const reply = await post(tpp, pathOfProduct('NDCT'), bodyOf('NDCT', { creditorAddress }));
        expect(reply.status, reply.text).toBe(201);
      }
    });
  });
});

describe('PAY-2: members that the bank does not know', () => {
  const foreign = {
    chargeBearer: 'SLEV',
    purposeCode: 'GDDS',
    creditorAddress: { country: 'NO', city: 'Oslo', addressLine: ['Storgata 1'] },
  };
  const named = ['chargeBearer', 'purposeCode', 'creditorAddress/addressLine'];
  const pathsOf = ({ body }: Reply) => body.tppMessages?.map(({ path }) => path).toSorted();
  const sent = (at: Tpp, changes: Body) => post(at, pathOfProduct('SCT'), bodyOf('SCT', changes));

  it('are left out, each with a WARNING in the 201, at any depth', async () => {
    const reply = await sent(test.tpp(), foreign);
    expect(reply.status, reply.text).toBe(201);
    expect(pathsOf(reply)).toEqual(named.toSorted());
    for (const message of reply.body.tppMessages ?? [])
      expect(message).toMatchObject({ category: 'WARNING', code: 'WARNING' });
    const read = await test.tpp().send({ path: reply.body._links?.['self']?.href ?? '' });
    expect(read.body).not.toHaveProperty('chargeBearer');
    expect(read.body['creditorAddress']).toEqual({ country: 'NO', city: 'Oslo' });
    expect((await sent(test.tpp(), {})).body).not.toHaveProperty('tppMessages');
  });
  it('in each item of a bulk payment, too', async () => {
    const bulk = bulkOf(['1.00']);
    const [item] = bulk['payments'] as Body[];
    const payments = [{ ...item, chargeBearer: 'SLEV', creditorId: 'x' }];
    const reply = await post(test.tpp(), pathOfProduct('NDCT', 'bulk-payments'), { ...bulk, payments });
    expect(reply.status, reply.text).toBe(201);
    expect(pathsOf(reply)).toEqual(['payments/0/chargeBearer', 'payments/0/creditorId']);
  });
  it('with unknownMembers=refuse, they are 400, all in one answer', async () => {
    await withBank({ quirks: { unknownMembers: 'refuse' } }, async (bank) => {
      const reply = await sent(new Tpp(bank, test.identity), foreign);
      expect(reply.status).toBe(400);
      expect(pathsOf(reply)).toEqual(named.toSorted());
    });
  });
  it('what GET gives of a payment can be posted again', async () => {
    const tpp = test.tpp();
    const address = { country: 'NO', city: 'Oslo' };
    const payments = [
      ['SCT', { creditorAddress: address, remittanceInformationUnstructured: 'Takk' }],
      ['INDCTS', {}],
      ['CBCT', {}],
      ['NCBCT', {}],
    ] as const;
    for (const [product, changes] of payments) {
      const { body } = await tpp.send({ path: await create(tpp, product, changes) });
      const again = await post(tpp, `${pathOfProduct(product)}?allowLogicalDuplicate=true`, body);
      expect(again.status, again.text).toBe(201);
      expect(again.body.tppMessages?.every(({ category }) => category === 'WARNING')).toBe(true);
    }
  });
});

describe('PAY-19: endToEndIdentification', () => {
  it.each(PRODUCTS)('%s: it is on the booked transaction', async (product) => {
    const tpp = test.tpp();
    await tpp.consent();
    const endToEndIdentification = `OF-${product}`;
    await sign(tpp, await create(tpp, product, { endToEndIdentification }));
    await control(test.bank, 'POST', '/control/batch');
    const { booked } = await transactionsOf(tpp, EIRIK);
    expect(booked.map((one) => one.endToEndIdentification)).toContain(endToEndIdentification);
  });
  it('has up to 35 characters and appears on both transactions', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    const endToEndIdentification = 'E'.repeat(35);
    await sign(tpp, await create(tpp, 'NDCT', { endToEndIdentification }));
    await control(test.bank, 'POST', '/control/batch');
    const {
      booked: [first],
    } = await transactionsOf(tpp, EIRIK);
    expect(first).toMatchObject({
      endToEndIdentification,
      creditorName: 'Ingrid Haugen',
      creditorAccount: { bban: INGRID },
      transactionAmount: { amount: '-100.00', currency: 'NOK' },
      remittanceInformationUnstructured: ['Takk'],
    });
    expect(await faults('NDCT', { endToEndIdentification: 'E'.repeat(36) }, 'PAY-19')).toEqual([
      'endToEndIdentification',
    ]);
  });
});
