/** A visit of the PSU to the bank, among the requests: the page that was opened, what the PSU decided, the redirect. */
import type { FlowEvent } from '../../../shared/flow/event.ts';
import { markOf } from '../../../shared/flow/marks.ts';
import { phraseOf } from '../../../shared/flow/sentence.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { showInBank } from '../../state/bank.ts';
import { showInFlow } from '../../state/flow.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Glyph } from '../../ui/glyph.tsx';
import styles from './history-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.history.place;

/** @param time as the other rows of the table write it */
export function ScaRow({ event, time }: { event: FlowEvent; time: string }) {
  const about = event.about.find(({ subject }) => subject === 'authorisation') ?? event.about[0];
  const paid = event.about.find(({ subject }) => subject === 'payment' || subject === 'basket');
  const { localBank } = texts.core.environments;
  const isLocal = event.environment === null || event.environment === localBank;
  const phrase = phraseOf(event);
  return (
    <tr>
      <td className={textStyles.nowrap}>
        <Glyph tone={markOf(event).bad ? 'bad' : 'plain'} size={13} /> {t.sca}
      </td>
      <td colSpan={3} className={classes(styles.scaRowVisit, textStyles.cut)} title={phrase}>
        {about === undefined ? (
          phrase
        ) : (
          <LinkButton
            className={classes(styles.scaRowPhrase, textStyles.cut)}
            title={`${phrase}\n${texts.flow.bar.showInFlow}`}
            onClick={() => showInFlow(about)}
          >
            {phrase}
          </LinkButton>
        )}
      </td>
      <td className={classes(textStyles.soft, textStyles.small, textStyles.nowrap)}>
        {event.environment ?? localBank}
      </td>
      <td className={classes(textStyles.soft, textStyles.small, textStyles.nowrap)}>{time}</td>
      <td>
        {paid !== undefined && isLocal && (
          <Button
            look="plain"
            size="small"
            onClick={() => showInBank(paid.subject === 'basket' ? 'baskets' : 'payments', paid.id)}
          >
            {paid.subject === 'basket' ? texts.flow.bar.openBasket : texts.flow.bar.openPayment}
          </Button>
        )}
      </td>
    </tr>
  );
}
