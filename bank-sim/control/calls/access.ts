/** Control calls in place of the PSU: SCA, consents, sessions. */
import { z } from 'zod';
import { contextName } from '../../../shared/xs2a/session-life.ts';
import { jsonDateTime } from '../../clock.ts';
import type { Inspection } from '../../inspection/inspection.ts';
import { controlCall } from '../call.ts';
import { ok, replyTo } from '../reply.ts';
import { dateTime } from '../views.ts';
import {
  CONSENT_ID,
  EIRIK,
  EIRIK_BBAN,
  FJELLHEIM,
  FJELLHEIM_IBAN,
  PSU_ID,
  SCA_ID,
  SESSION_ID,
  TPP_ID,
} from './example-ids.ts';

const group = 'SCA, consents and sessions';

const accounts = z
  .union(
    [
      z.literal('all').meta({ title: 'All accounts that can be shared' }),
      z.array(z.string().max(64)).meta({ title: 'Ids, BBANs or IBANs' }),
    ],
    'must be "all" or a list of account ids, BBANs or IBANs',
  )
  .default('all');

const scaBody = z
  .strictObject({
    nationalId: z
      .string()
      .default('')
      .describe('National ID or name of the PSU. Required unless the SCA is aborted.'),
    context: z
      .enum(['PRIVATE', 'CORPORATE'])
      .nullable()
      .default(null)
      .describe('The context that the request chose, if it is left out (HDR-6).'),
    agreementId: z
      .string()
      .nullable()
      .default(null)
      .describe(
        "Id of the sandbox agreement, psu-corporate-id, or part of the agreement's name. Required if several of the PSU's fit and the request chose none.",
      ),
    accounts,
    decision: z.enum(['approve', 'abort']),
  })
  .refine((body) => body.decision === 'abort' || body.nationalId !== '', {
    message: 'is missing',
    path: ['nationalId'],
  });

const REDIRECT = 'https://tpp.example/return';

/** HDR-6. */
const contextual = {
  context: z.enum(['PRIVATE', 'CORPORATE']),
  psuCorporateId: z.string().nullable().describe('Null in the private context.'),
};

const consent = z.object({
  id: z.string(),
  tpp: z.string(),
  psuId: z.string(),
  ...contextual,
  grantedAt: dateTime,
  revokedAt: dateTime.nullable(),
});

export const ACCESS_CALLS = [
  controlCall({
    id: 'finishSca',
    group,
    title: 'Finish SCA',
    summary:
      "Finishes an SCA as a PSU would on the bank's page. The response says where the PSU's browser would be redirected, even if the SCA failed.",
    method: 'POST',
    path: '/control/sca/{scaId}',
    parameter: { text: 'The last segment of scaRedirect, exactly as sent.', example: SCA_ID },
    body: scaBody,
    examples: {
      private: {
        summary: 'Eirik approves for himself and shares everything that he can',
        value: { nationalId: EIRIK, decision: 'approve' },
      },
      accounts: {
        summary: 'Eirik shares one account, named by its BBAN',
        value: { nationalId: EIRIK, accounts: [EIRIK_BBAN], decision: 'approve' },
      },
      corporate: {
        summary: 'Eirik acts for Fjellheim Bygg AS, and shares one account, named by its IBAN',
        value: {
          nationalId: EIRIK,
          context: 'CORPORATE',
          agreementId: FJELLHEIM.id,
          accounts: [FJELLHEIM_IBAN],
          decision: 'approve',
        },
      },
      abort: { summary: 'The PSU gives up', value: { decision: 'abort' } },
    },
    answer: {
      schema: z.object({ redirectUri: z.string() }),
      example: {
        redirectUri: `${REDIRECT}?psu-id=${PSU_ID}&tpp-session-id=${SESSION_ID}&context=PRIVATE`,
      },
    },
    refusals: {
      400: 'No customer of this bank has the national identity number 13839319911.',
      404: 'There is no SCA with this id.',
      409: 'This SCA has already been completed.',
    },
    run: ({ operator }, { parameter, body }) => replyTo(operator.decideSca(parameter, body)),
  }),
  controlCall({
    id: 'listConsents',
    group,
    title: 'List consents',
    summary: 'All consents, including revoked ones.',
    method: 'GET',
    path: '/control/consents',
    answer: {
      schema: z.object({ consents: z.array(consent) }),
      example: {
        consents: [
          {
            id: CONSENT_ID,
            tpp: TPP_ID,
            psuId: PSU_ID,
            context: 'PRIVATE',
            psuCorporateId: null,
            grantedAt: '2026-11-20T09:42:07+00:00',
            revokedAt: null,
          },
        ],
      },
    },
    run: ({ inspection }) => ok({ consents: inspection.consents().map(consentView) }),
  }),
  controlCall({
    id: 'grantConsent',
    group,
    title: 'Grant consent',
    summary: 'Grants a consent as a PSU does at the bank. Nobody notifies the TPP (SCA-11).',
    method: 'POST',
    path: '/control/consents',
    body: z.strictObject({
      nationalId: z.string().min(1),
      tpp: z.string().min(1).describe('organizationIdentifier of the TPP.'),
      agreementId: z
        .string()
        .nullable()
        .default(null)
        .describe('Id of the agreement or psu-corporate-id, for a consent as its company.'),
      accounts,
    }),
    examples: {
      all: { summary: 'All accounts', value: { nationalId: EIRIK, tpp: TPP_ID } },
      one: {
        summary: 'One account',
        value: { nationalId: EIRIK, tpp: TPP_ID, accounts: [EIRIK_BBAN] },
      },
      company: {
        summary: 'All accounts of a company for which Eirik acts',
        value: { nationalId: EIRIK, tpp: TPP_ID, agreementId: FJELLHEIM.id },
      },
    },
    success: 201,
    answer: {
      schema: z.object({ id: z.string(), ...contextual }),
      example: { id: CONSENT_ID, context: 'PRIVATE', psuCorporateId: null },
    },
    refusals: { 400: 'Choose at least one account to share.' },
    run: ({ operator }, { body }) => replyTo(operator.grantConsent(body), undefined, 201),
  }),
  controlCall({
    id: 'revokeConsent',
    group,
    title: 'Revoke consent',
    summary: 'Revokes a consent as a PSU does at the bank. Nobody notifies the TPP (SCA-11).',
    method: 'POST',
    path: '/control/consents/{consentId}/revoke',
    parameter: { text: 'Id of the consent, percent-encoded.', example: CONSENT_ID },
    answer: { schema: z.object({ revoked: z.literal(true) }), example: { revoked: true } },
    refusals: { 404: 'There is no consent with this id that can be revoked.' },
    run: ({ operator }, { parameter }) =>
      replyTo(operator.revokeConsent(parameter), () => ({ revoked: true })),
  }),
  controlCall({
    id: 'expireSession',
    group,
    title: 'Expire session',
    summary: 'Expires a session at once, as if its hour were over (SCA-4).',
    method: 'POST',
    path: '/control/sessions/{tppSessionId}/expire',
    parameter: { text: 'TPP-Session-ID of the session, percent-encoded.', example: SESSION_ID },
    answer: { schema: z.object({ expired: z.literal(true) }), example: { expired: true } },
    refusals: { 404: 'There is no session with this TPP-Session-ID.' },
    run: ({ operator }, { parameter }) =>
      replyTo(operator.expireSession(parameter), () => ({ expired: true })),
  }),
];

type StoredConsent = ReturnType<Inspection['consents']>[number];

function consentView({ corporateId, ...stored }: StoredConsent): z.infer<typeof consent> {
  return {
    ...stored,
    context: contextName(corporateId),
    psuCorporateId: corporateId,
    grantedAt: jsonDateTime(stored.grantedAt),
    revokedAt: stored.revokedAt === null ? null : jsonDateTime(stored.revokedAt),
  };
}
