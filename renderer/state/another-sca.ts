/** Another signer approves what one signer has approved: a new SCA, and the bank's page for it. */
import { operationAt } from '../../shared/requests/http.ts';
import { useSca } from './sca.ts';
import { callLink } from './requests/sending.ts';
import { activeTab } from './requests/store.ts';

/** Where an SCA of a payment or a basket starts, from any path of it. Null for other paths. */
export function scaStartOf(path: string): string | null {
  const subject = path.split('?', 1)[0]?.replace(/\/(?:status|authorisations)$/, '') ?? '';
  const start = `${subject}/authorisations`;
  return operationAt('POST', start) === null ? null : start;
}

/** Starts an SCA and opens the bank's page, if the bank offers one. */
export async function startAnotherSca(path: string): Promise<void> {
  await callLink('POST', path);
  const page = activeTab().exchange?.links.find(({ name }) => name === 'scaRedirect');
  if (page !== undefined) await useSca.getState().start(page.href);
}
