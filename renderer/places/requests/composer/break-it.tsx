/** Break it: a deliberate fault, and the refusal that it causes. */
import type { Fault } from '../../../../shared/faults/fault.ts';
import { FAULTS, faultById } from '../../../../shared/faults/faults.ts';
import { CAUSES } from '../../../../shared/signing/causes/catalogue.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { operationOf } from '../../../../shared/requests/request.ts';
import { setFault } from '../../../state/requests/editing.ts';
import { useActiveTab } from '../../../state/requests/store.ts';
import { Sentence } from '../../../ui/labels.tsx';
import { classes } from '../../../ui/classes.ts';
import { Select } from '../../../ui/form.tsx';
import { optionsOf } from '../../../ui/options.tsx';
import { Rule } from '../../../ui/popover.tsx';
import styles from './break-it.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.breakIt;

export function BreakIt() {
  const operation = useActiveTab(({ request }) => operationOf(request));
  const hasBody = useActiveTab(({ request }) => request.body !== '');
  const fault = useActiveTab(({ request }) => request.fault);
  const hasPsu = useActiveTab(
    ({ prepared }) => prepared?.headers.some(({ name }) => name === 'PSU-ID') ?? false,
  );
  const isWord = useActiveTab(({ prepared }) => prepared?.signing.header.startsWith('=?') ?? false);
  const fits = (one: Fault) =>
    (one.operation === undefined || one.operation === operation.id) &&
    (one.needs !== 'body' || hasBody) &&
    (one.needs !== 'redirect' || operation.redirectHeaders) &&
    (one.needs !== 'encoded-word' || isWord) &&
    // The selected fault stays listed: it may have removed the PSU-ID that it needs.
    (one.needs !== 'psu' || hasPsu || one.id === fault);
  const fitting = FAULTS.filter(fits);
  const groups = [...new Set(fitting.map(({ group }) => group))];
  const chosen = faultById(fault ?? '');
  return (
    <div className={styles.breakIt}>
      <div className={styles.choice}>
        <label htmlFor="break-it">{t.title}</label>
        <Select
          id="break-it"
          value={fault ?? ''}
          onChange={(event) => setFault(event.target.value === '' ? null : event.target.value)}
        >
          <option value="">{t.nothing}</option>
          {groups.map((group) => (
            <optgroup key={group} label={group}>
              {optionsOf(
                fitting.filter((one) => one.group === group),
                ({ id, title }) => [id, title],
              )}
            </optgroup>
          ))}
        </Select>
      </div>
      {chosen !== null && (
        <p className={classes(styles.expected, textStyles.soft, textStyles.small)}>
          {chosen.why}{' '}
          <Sentence
            text={t.mustAnswer}
            parts={{
              answer: (
                <b>
                  {chosen.status} {chosen.code}
                </b>
              ),
            }}
          />{' '}
          <Rule id={chosen.rule} />
          {chosen.causes && <> {t.bankFinds(chosen.causes.map((id) => CAUSES[id].title).join(', '))}</>}
        </p>
      )}
    </div>
  );
}
