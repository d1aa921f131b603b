/** Control calls for exchanges with TPPs (SIG-14) and the journal. */
import { z } from 'zod';
import { flowEventSchema } from '../../../shared/flow/event.ts';
import { explanationSchema } from '../../../shared/xs2a/explanation.ts';
import { controlCall } from '../call.ts';
import { ok } from '../reply.ts';
import { TPP_ID } from './example-ids.ts';

const group = 'Exchanges';

const exchangeSchema = z.object({
  requestId: z.string().nullable(),
  method: z.string(),
  path: z.string().describe('With query, as sent.'),
  status: z.number().int(),
  tpp: z.string().nullable().describe('organizationIdentifier, else the subject, of the certificate sent.'),
  operation: z.string().nullable(),
  at: z.number().int().describe('Bank time, milliseconds since 1970.'),
  clientCertificate: z
    .string()
    .nullable()
    .describe('Subject of the TLS client certificate; null also if none was asked for, which a note says.'),
  notes: z
    .array(z.string())
    .describe('What was accepted here, but other banks may refuse, and what the bank did not look at.'),
  rule: z.string().nullable(),
  explanation: explanationSchema.nullable(),
  issues: z
    .array(z.object({ path: z.string(), text: z.string(), rule: z.string() }))
    .describe('Every fault of the body, not only the first.'),
});

const query = z.strictObject({
  requestId: z.string().optional().describe('Only exchanges with this X-Request-ID.'),
  status: z
    .string()
    .regex(/^[1-5](\d\d|xx)$/, 'must be a status such as 415, or a class such as 4xx')
    .optional()
    .describe('Only exchanges with this status, such as 415, or of this class, such as 4xx.'),
  tpp: z.string().optional().describe('Only exchanges of the TPP with this organizationIdentifier.'),
  path: z
    .string()
    .startsWith('/')
    .optional()
    .describe('Only exchanges with exactly this path, as sent, without query; `*` stands for one segment.'),
  limit: z
    .string()
    .regex(/^([1-9]\d{0,2}|1000)$/, 'must be a number from 1 to 1000')
    .optional()
    .describe('Only the newest ones, at most this many: 1 to 1000.'),
});

const journalQuery = z.strictObject({
  after: z
    .string()
    .regex(/^(0|[1-9]\d{0,14})$/, 'must be a position')
    .optional()
    .describe('Only what came after this position; from the beginning if left out.'),
  limit: z
    .string()
    .regex(/^([1-9]\d{0,3}|10000)$/, 'must be a number from 1 to 10000')
    .optional()
    .describe('At most this many, the oldest ones; 1,000 if left out.'),
});

const REFUSED = 'creditorName: has a character that the payment systems cannot process.';

export const EXCHANGE_CALLS = [
  controlCall({
    id: 'listExchanges',
    group,
    title: 'List exchanges',
    summary:
      'The last 1,000 requests, newest last, with the explanation of every refusal (SIG-14). The filters can be combined.',
    method: 'GET',
    path: '/control/exchanges',
    query,
    answer: {
      schema: z.object({ exchanges: z.array(exchangeSchema) }),
      example: {
        exchanges: [
          {
            requestId: '0f8fad5b-d9cb-469f-a165-70867728950e',
            method: 'POST',
            path: '/v1/payments/domestic-norway-credit-transfers',
            status: 400,
            tpp: TPP_ID,
            operation: 'createPayment',
            at: 1_795_163_327_000,
            clientCertificate: null,
            notes: [],
            rule: 'PAY-11',
            explanation: {
              check: 'body',
              scripted: false,
              rule: 'PAY-11',
              text: REFUSED,
              hint: null,
              notes: [],
              signingLines: [
                'date: Fri, 20 Nov 2026 09:42:07 GMT',
                'x-request-id: 0f8fad5b-d9cb-469f-a165-70867728950e',
              ],
              digest: 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
              expectedKeyId: 'SN=1A2B3C,CA=CN=Fjordpay AS,C=NO',
              clockDifference: 0,
              notChecked: ['production'],
              wrongSignature: null,
            },
            issues: [
              { path: 'creditorName', text: REFUSED, rule: 'PAY-11' },
              { path: 'debtorAccount', text: 'debtorAccount: is missing.', rule: 'PAY-2' },
            ],
          },
        ],
      },
    },
    run: ({ inspection }, { query: { limit, ...filter } }) =>
      ok({
        exchanges: inspection.exchanges({
          ...filter,
          ...(limit === undefined ? {} : { limit: Number(limit) }),
        }),
      }),
  }),
  controlCall({
    id: 'readJournal',
    group,
    title: 'Read the journal',
    summary:
      "What has happened since the start, in order, each with its cause: requests, pages of the PSU, decisions, status changes of payments, batches, the clock, and the operator's actions. The last 20,000 events are kept.",
    method: 'GET',
    path: '/control/journal',
    query: journalQuery,
    answer: {
      schema: z.object({ events: z.array(flowEventSchema) }),
      example: {
        events: [
          {
            kind: 'clock',
            seq: 7,
            at: 1_795_163_327_000,
            bankAt: 1_795_249_727_000,
            cause: null,
            environment: null,
            about: [],
            from: 1_795_163_327_000,
            to: 1_795_249_727_000,
            mode: 'real',
          },
          {
            kind: 'batch',
            seq: 8,
            at: 1_795_163_327_000,
            bankAt: 1_795_242_600_000,
            cause: 7,
            environment: null,
            about: [],
            settled: 3,
            rejected: 0,
          },
        ],
      },
    },
    run: ({ inspection }, { query: { after = '0', limit = '1000' } }) =>
      ok({ events: inspection.journal(Number(after), Number(limit)) }),
  }),
  controlCall({
    id: 'streamEvents',
    group,
    title: 'Stream events',
    summary:
      'Server-sent events: `exchange` with each exchange, and `change` with the state after each change. The stream has no end.',
    method: 'GET',
    path: '/control/events',
    answer: 'events',
    run: ({ subscribe }) => ({ stream: subscribe }),
  }),
];
