/** The form for a test certificate. The defaults are valid; other values show how the bank responds. */
import { type FormEvent, useState } from 'react';
import {
  firstOrder,
  type IdentityOrder,
  identityOrderSchema,
  LETTERS_ISSUER,
  TEST_ISSUER,
} from '../../../shared/contract/certificates.ts';
import { PSD2_ROLES } from '../../../shared/signing/certificate.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { useCertificates } from '../../state/certificates.ts';
import { timeInUse, useStatus } from '../../state/status.ts';
import { useUnsaved } from '../../state/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import {
  Field,
  fieldErrors,
  FormButtons,
  FormFields,
  Input,
  Select,
  Checks,
  Segmented,
} from '../../ui/form.tsx';
import { Problem } from '../../ui/messages.tsx';
import { Head } from '../../ui/panel.tsx';
import { UnsavedMark } from '../../ui/labels.tsx';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.certificates.makeForm;

const PROFILES = [
  { value: 'QSealC', label: t.qsealc },
  { value: 'QWAC', label: t.qwac },
] as const;

/** Issuers whose names test how a client writes them. */
const ISSUERS = [
  { label: t.builtIn, issuer: TEST_ISSUER },
  { label: t.lettersIssuer, issuer: LETTERS_ISSUER },
  {
    label: t.oddIssuer,
    issuer: {
      country: 'NO',
      organization: 'Ås, Bø + Søn AS',
      commonName: 'Fjord "Trust" CA',
      organizationIdentifier: '',
    },
  },
] as const;

export function MakeForm() {
  const { begin, show, attempt, problem } = useCertificates();
  const [first] = useState(() => firstOrder(Date.now(), timeInUse(useStatus.getState())));
  const [typed, setTyped] = useUnsaved<IdentityOrder>('certificate');
  const order = typed ?? first;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<IdentityOrder>) => setTyped({ ...order, ...part });
  const text = (
    label: string,
    value: string,
    set: (value: string) => void,
    more: { hint?: string; error?: string | undefined; mono?: boolean } = {},
  ) => (
    <Field label={label} hint={more.hint} error={more.error ?? null}>
      {(links) => (
        <Input
          {...links}
          className={more.mono ? textStyles.mono : undefined}
          value={value}
          spellCheck={false}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </Field>
  );
  const own = (
    key: keyof IdentityOrder['issuer'] | 'authorityName' | 'authorityId' | 'serial',
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
  const day = (key: 'notBefore' | 'notAfter', label: string) => (
    <Field label={label} error={errors[key] ?? null}>
      {(links) => (
        <Input
          {...links}
          type="date"
          value={new Date(order[key]).toISOString().slice(0, 10)}
          onChange={(event) => {
            const at = Date.parse(event.target.value);
            if (!Number.isNaN(at)) change({ [key]: at });
          }}
        />
      )}
    </Field>
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const checked = identityOrderSchema.safeParse(order);
    if (!checked.success) {
      setErrors(fieldErrors(checked.error));
      return;
    }
    setErrors({});
    setBusy(true);
    await attempt(async () => {
      const { id } = await host.call('certificates.make', checked.data);
      setTyped(null);
      await show(id);
    });
    setBusy(false);
  };
  return (
    <section className={layout.pane} aria-label={texts.common.newTestCertificate}>
      <Head>
        <h2>{texts.common.newTestCertificate}</h2>
        <span className={classes(textStyles.soft, textStyles.cut)}>{t.subtitle}</span>
        <UnsavedMark on={typed !== null} />
        <span className={layout.grow} />
        <Button size="small" onClick={() => begin('inspect')}>
          {texts.common.close}
        </Button>
      </Head>
      <form className={layout.scroll} aria-label={t.order} onSubmit={(event) => void submit(event)}>
        <FormFields>
          <Segmented
            frameless
            label={t.profile}
            value={order.profile}
            options={PROFILES}
            onChange={(profile) => change({ profile })}
          />
          {own('organization', t.organisation)}
          {own('commonName', t.commonName, order.profile === 'QWAC' ? t.commonNameHint : undefined)}
          {own('country', t.country)}
          {own('organizationIdentifier', 'organizationIdentifier', t.organisationIdHint)}
          <Checks
            legend={t.roles}
            options={PSD2_ROLES}
            chosen={order.roles}
            onChange={(roles) => change({ roles })}
          />
          {own('authorityName', t.authority)}
          {own('authorityId', t.authorityId)}
          {day('notBefore', t.validFrom)}
          {day('notAfter', t.validUntil)}
          <Field label={t.key}>
            {(links) => (
              <Select
                {...links}
                value={order.bits}
                onChange={(event) => change({ bits: Number(event.target.value) as IdentityOrder['bits'] })}
              >
                <option value={2048}>{t.rsa2048}</option>
                <option value={3072}>{t.rsa3072}</option>
                <option value={4096}>{t.rsa4096}</option>
                <option value={1024}>{t.rsa1024}</option>
              </Select>
            )}
          </Field>
          {own('serial', t.serialNumber, t.serialHint)}
          <fieldset>
            <legend>{t.issuer}</legend>
            <div className={layout.actions}>
              {ISSUERS.map(({ label, issuer: preset }) => (
                <Button key={label} size="small" onClick={() => change({ issuer: preset })}>
                  {label}
                </Button>
              ))}
            </div>
          </fieldset>
          {issuer('commonName', t.issuerName)}
          {issuer('organization', t.issuerOrganisation)}
          {issuer('organizationIdentifier', t.issuerOrganisationId)}
          <Problem text={problem} />
          <FormButtons>
            <Button type="submit" look="go" disabled={busy}>
              {busy ? t.making : t.submit}
            </Button>
            {typed !== null && (
              <Button
                onClick={() => {
                  setTyped(null);
                  setErrors({});
                }}
              >
                {texts.common.cancel}
              </Button>
            )}
          </FormButtons>
        </FormFields>
      </form>
    </section>
  );
}
