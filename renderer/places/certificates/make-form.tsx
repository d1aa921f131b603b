/** A new test certificate: right as it stands, and every field may be bent to see what the bank says. */
import { type FormEvent, useState } from 'react';
import {
  firstOrder,
  type IdentityOrder,
  identityOrderSchema,
  PSD2_ROLES,
  TEST_ISSUER,
} from '../../../shared/contract/identity-order.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { Field, fieldErrors, Problem } from '../../ui/form.tsx';
import { Segmented } from '../../ui/parts.tsx';
import { useCertificates } from '../../state/certificates.ts';

const t = texts.certificates.makeForm;

const PROFILES = [
  { value: 'QSealC', label: t.qsealc },
  { value: 'QWAC', label: t.qwac },
] as const;

/** Issuers whose names part clients that write them right from those that do not. */
const ISSUERS = [
  { label: t.builtIn, issuer: TEST_ISSUER },
  {
    label: t.oddIssuer,
    issuer: {
      country: 'NO',
      organization: 'Ås, Bø + Søn AS',
      commonName: 'Fjord "Trust" CA',
      organizationIdentifier: '',
    },
  },
  {
    label: t.asciiIssuer,
    issuer: {
      country: 'NO',
      organization: 'Plain Trust',
      commonName: 'Plain Test CA',
      organizationIdentifier: '',
    },
  },
] as const;

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

export function MakeForm() {
  const { begin, select, attempt, problem } = useCertificates();
  const [order, setOrder] = useState<IdentityOrder>(() => firstOrder(Date.now()));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<IdentityOrder>) => setOrder({ ...order, ...part });
  const text = (
    label: string,
    value: string,
    set: (value: string) => void,
    more: { hint?: string; error?: string | undefined; mono?: boolean } = {},
  ) => (
    <Field label={label} hint={more.hint} error={more.error ?? null}>
      {(links) => (
        <input
          {...links}
          className={more.mono ? 'field mono' : 'field'}
          value={value}
          spellCheck={false}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </Field>
  );
  const own = (
    key:
      | 'organization'
      | 'commonName'
      | 'country'
      | 'organizationIdentifier'
      | 'authorityName'
      | 'authorityId'
      | 'serial',
    label: string,
    hint?: string,
  ) =>
    text(label, order[key], (value) => change({ [key]: value }), {
      ...(hint === undefined ? {} : { hint }),
      error: errors[key],
      mono: key === 'serial' || key === 'organizationIdentifier',
    });
  const issuer = (key: keyof IdentityOrder['issuer'], label: string) =>
    text(label, order.issuer[key], (value) => change({ issuer: { ...order.issuer, [key]: value } }), {
      error: errors[`issuer.${key}`],
    });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const checked = identityOrderSchema.safeParse(order);
    if (!checked.success) {
      setErrors(fieldErrors(checked.error));
      return;
    }
    setErrors({});
    setBusy(true);
    await attempt(async () => select((await host.call('certificates.make', checked.data)).id));
    setBusy(false);
  };
  return (
    <section className="pane make" aria-label={texts.common.newTestCertificate}>
      <div className="head">
        <h2>{texts.common.newTestCertificate}</h2>
        <span className="soft cut">{t.subtitle}</span>
        <span className="grow" />
        <button type="button" className="btn sm" onClick={() => begin('inspect')}>
          {texts.common.close}
        </button>
      </div>
      <form className="scroll" aria-label={t.order} onSubmit={(event) => void submit(event)}>
        <div className="form">
          <Segmented
            label={t.profile}
            value={order.profile}
            options={PROFILES}
            onChange={(profile) => change({ profile })}
          />
          {own('organization', t.organisation)}
          {own('commonName', t.commonName, order.profile === 'QWAC' ? t.commonNameHint : undefined)}
          {own('country', t.country)}
          {own('organizationIdentifier', 'organizationIdentifier', t.organisationIdHint)}
          <fieldset>
            <legend>{t.roles}</legend>
            <div className="choices">
              {PSD2_ROLES.map((role) => (
                <label key={role}>
                  <input
                    type="checkbox"
                    checked={order.roles.includes(role)}
                    onChange={(event) =>
                      change({
                        roles: PSD2_ROLES.filter((one) =>
                          one === role ? event.target.checked : order.roles.includes(one),
                        ),
                      })
                    }
                  />
                  <code>{role}</code>
                </label>
              ))}
            </div>
          </fieldset>
          {own('authorityName', t.authority)}
          {own('authorityId', t.authorityId)}
          <Days order={order} change={change} error={errors['notAfter']} />
          <Field label={t.key}>
            {(links) => (
              <select
                {...links}
                className="field"
                value={order.bits}
                onChange={(event) => change({ bits: Number(event.target.value) as IdentityOrder['bits'] })}
              >
                <option value={2048}>{t.rsa2048}</option>
                <option value={3072}>{t.rsa3072}</option>
                <option value={4096}>{t.rsa4096}</option>
                <option value={1024}>{t.rsa1024}</option>
              </select>
            )}
          </Field>
          {own('serial', t.serialNumber, t.serialHint)}
          <fieldset>
            <legend>{t.issuer}</legend>
            <div className="choices">
              {ISSUERS.map(({ label, issuer: preset }) => (
                <button
                  key={label}
                  type="button"
                  className="btn sm"
                  onClick={() => change({ issuer: preset })}
                >
                  {label}
                </button>
              ))}
            </div>
          </fieldset>
          {issuer('commonName', t.issuerName)}
          {issuer('organization', t.issuerOrganisation)}
          {issuer('organizationIdentifier', t.issuerOrganisationId)}
          <Problem text={problem} />
          <div className="actions">
            <button type="submit" className="btn go" disabled={busy}>
              {busy ? t.making : t.submit}
            </button>
          </div>
        </div>
      </form>
    </section>
  );
}

function Days(props: {
  order: IdentityOrder;
  change: (part: Partial<IdentityOrder>) => void;
  error: string | undefined;
}) {
  const { order, change, error } = props;
  const day = (key: 'notBefore' | 'notAfter', label: string, wrong: string | undefined) => (
    <Field label={label} error={wrong ?? null}>
      {(links) => (
        <input
          {...links}
          className="field"
          type="date"
          value={dayOf(order[key])}
          onChange={(event) => {
            const at = Date.parse(event.target.value);
            if (!Number.isNaN(at)) change({ [key]: at });
          }}
        />
      )}
    </Field>
  );
  return (
    <>
      {day('notBefore', t.validFrom, undefined)}
      {day('notAfter', t.validUntil, error)}
    </>
  );
}
