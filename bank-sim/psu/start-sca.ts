/** Starts an SCA: stores it, and makes the link for the PSU (SCA-1). */
import type { Link } from '../../shared/xs2a/schemas.ts';
import type { ScaAsk } from '../gate/gate.ts';
import type { Sca } from '../domain/sca.ts';
import { encId } from '../ids.ts';
import type { Scenarios } from '../scenarios.ts';
import type { ScaParts } from './decide.ts';
import { scaStep } from './sca-journal.ts';

type Parts = Pick<ScaParts, 'access' | 'clock' | 'random' | 'journal'> & { scenarios: Scenarios };

/** @param psuBaseUrl address of the PSU's pages, known once their listener is open */
export function scaStarter({ access, clock, random, scenarios, journal }: Parts, psuBaseUrl: () => string) {
  return (ask: ScaAsk): Record<string, Link> => {
    const id = encId(random(17));
    const sca: Sca = {
      id,
      tpp: ask.tpp.id,
      tppName: ask.tpp.name,
      ask: ask.ask,
      subject: ask.about?.subject ?? null,
      authorisationId: ask.about?.authorisationId ?? null,
      agreementId: ask.agreementId,
      outcome: null,
      sessionId: ask.sessionId,
      redirectUri: ask.redirectUri,
      appVariant: ask.appVariant,
      createdAt: clock.now(),
      failure: scenarios.take('failSca', ask.occasion) ?? null,
    };
    access.addSca(sca);
    journal.add(scaStep(sca, null, 'started', 'The PSU is to decide on the page of scaRedirect.'));
    return { scaRedirect: { href: `${psuBaseUrl()}/sca/${encodeURIComponent(id)}`, verbs: ['GET'] } };
  };
}
