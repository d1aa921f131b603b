/** Starts an SCA: the bank stores what is to be approved, and the TPP gets the link for its PSU (SCA-1). */
import type { Link } from '../../shared/xs2a/schemas.ts';
import type { BankClock } from '../clock.ts';
import type { ScaAsk } from '../gate/gate.ts';
import type { Sca } from '../domain/sca.ts';
import { encId, type RandomSource } from '../ids.ts';
import type { Scenarios } from '../scenarios.ts';
import type { Journal } from '../journal.ts';
import type { AccessStore } from '../store/access.ts';
import { scaStep } from './sca-journal.ts';

export interface ScaStartParts {
  access: AccessStore;
  clock: BankClock;
  random: RandomSource;
  scenarios: Scenarios;
  journal: Journal;
  /** The address of the PSU's pages; known once their listener is open. */
  psuBaseUrl: () => string;
}

/** @returns a function that starts an SCA and returns the links for the response */
export function scaStarter({ access, clock, random, scenarios, journal, psuBaseUrl }: ScaStartParts) {
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
