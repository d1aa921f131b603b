/** Break it: a deliberate fault for the request, and what the bank must answer to it. */
import type { Fault } from '../../../shared/faults/fault.ts';
import { FAULTS, faultById } from '../../../shared/faults/faults.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Rule } from '../../ui/parts.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { useRequests } from '../../state/requests/requests.ts';

const t = texts.requests.breakIt;

export function BreakIt() {
  const { operation, body, fault, setFault, prepared } = useRequests();
  const hasPsu = prepared?.headers.some(({ name }) => name === 'PSU-ID') ?? false;
  const fits = (one: Fault) =>
    (one.operation === undefined || one.operation === operation.id) &&
    (one.needs !== 'body' || body !== '') &&
    (one.needs !== 'redirect' || operation.redirectHeaders) &&
    // The PSU-ID that a fault takes away or changes is the one that was there.
    (one.needs !== 'psu' || hasPsu || one.id === fault);
  const fitting = FAULTS.filter(fits);
  const groups = [...new Set(fitting.map(({ group }) => group))];
  const chosen = faultById(fault ?? '');
  return (
    <div className="break-it">
      <div className="break-it-choice">
        <label htmlFor="break-it">{t.title}</label>
        <select
          id="break-it"
          className="field"
          value={fault ?? ''}
          onChange={(event) => setFault(event.target.value === '' ? null : event.target.value)}
        >
          <option value="">{t.nothing}</option>
          {groups.map((group) => (
            <optgroup key={group} label={group}>
              {fitting
                .filter((one) => one.group === group)
                .map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </div>
      {chosen !== null && (
        <p className="soft small">
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
        </p>
      )}
    </div>
  );
}
