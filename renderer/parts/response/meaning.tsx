/** What a created payment, basket or consent means, and what has to happen now. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { gistOf } from '../../../shared/flow/answer.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useScaEnd } from '../../state/sca.ts';
import { useStatus } from '../../state/status.ts';
import { jsonOf } from './read-response.ts';
import styles from './response-parts.module.css';

const t = texts.response.meaning;

/** One sentence; nothing for a response of which nothing is known. */
export function Meaning({ exchange }: { exchange: Exchange }) {
  const psu = useStatus(({ status }) => status?.psu ?? null);
  const sent = exchange.prepared.headers.find(({ name }) => name.toLowerCase() === 'psu-id')?.value;
  // Only the local bank returns names.
  const name = psu !== null && psu.psuId === sent ? psu.name?.split(' ', 1)[0] : undefined;
  const meaning = meaningOf(exchange, name ?? t.psu);
  // A note says how the SCA ended.
  const isOver = useScaEnd(exchange) !== null;
  if (meaning === null || isOver) return null;
  return (
    <p className={styles.meaning}>
      {meaning.word !== null && (
        <>
          <code>{meaning.word}</code>:{' '}
        </>
      )}
      {meaning.text}
    </p>
  );
}

/** Not signed yet. */
const UNSIGNED = 'RCVD';

/** @param who approves */
function meaningOf(
  { method, response, links }: Exchange,
  who: string,
): { word: string | null; text: string } | null {
  if (method !== 'POST' || response === null || response.status >= 300) return null;
  const can = (wanted: string) => links.some(({ name }) => name === wanted);
  const { about, word } = gistOf(jsonOf(response.body));
  const made = about[0]?.subject;
  if (can('startAuthorisation') && word === UNSIGNED)
    return made === 'payment' || made === 'basket' ? { word, text: t[made](who) } : null;
  if (!can('scaRedirect')) return null;
  return made === 'authorisation' && can('scaStatus')
    ? { word: null, text: t.authorisation(who) }
    : { word: null, text: t.consent(who) };
}
