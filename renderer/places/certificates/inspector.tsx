/** One certificate: names, validity, roles, and its keyId in every spelling. */
import { useState } from 'react';
import { PSD2_ROLES } from '../../../shared/contract/identity-order.ts';
import type { Name } from '../../../shared/signing/names.ts';
import { printRfc2253 } from '../../../shared/signing/names.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { Problem } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Badge } from '../../ui/parts.tsx';
import { bankTime, useStatus } from '../../state/status.ts';
import { ExportForm } from './export-form.tsx';
import { Spellings } from './spellings.tsx';
import { dateOf, lifeOf, profileOf, type Shown, useCertificates } from '../../state/certificates.ts';

const t = texts.certificates.inspector;

const ROLE_TEXT = {
  PSP_AI: t.accountInformation,
  PSP_PI: t.payments,
  PSP_AS: t.accountServicing,
  PSP_IC: t.cardInstruments,
} as const;

export function Inspector({ shown }: { shown: Shown }) {
  const { problem } = useCertificates();
  const [exporting, setExporting] = useState(false);
  const isAuthority = shown.kind === 'authority';
  return (
    <section className="pane" aria-label={t.certificate}>
      <div className="head">
        <Title shown={shown} />
        <span className="faint">{profileOf(shown)}</span>
        <span className="grow" />
        {!isAuthority && <UseButton shown={shown} />}
        <button
          type="button"
          className="btn sm"
          aria-expanded={exporting}
          onClick={() => setExporting(!exporting)}
        >
          {t.export}
        </button>
      </div>
      <div className="scroll">
        <Problem text={problem} />
        {exporting && <ExportForm shown={shown} onClose={() => setExporting(false)} />}
        <Facts shown={shown} />
        <Validity shown={shown} />
        {!isAuthority && (
          <>
            <Panel name="certificate.roles" title={t.roles} rule="SIG-12">
              <div className="pad roles">
                {PSD2_ROLES.map((role) => {
                  const held = shown.certificate.roles.includes(role);
                  return (
                    <Badge key={role} tone={held ? 'ok' : 'plain'}>
                      <code>{role}</code> {held ? ROLE_TEXT[role] : t.roleNotHeld}
                    </Badge>
                  );
                })}
              </div>
            </Panel>
            <Spellings certificate={shown.certificate} />
          </>
        )}
      </div>
    </section>
  );
}

/** The name in the vault, changed where it stands. */
function Title({ shown }: { shown: Shown }) {
  const { attempt } = useCertificates();
  return (
    <h2>
      <input
        className="cell title-cell"
        aria-label={t.name}
        defaultValue={shown.name}
        key={shown.name}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') {
            event.currentTarget.value = shown.name;
            event.currentTarget.blur();
          }
        }}
        onBlur={(event) => {
          const input = event.currentTarget;
          const name = input.value.trim();
          if (name === shown.name) return;
          void attempt(() => host.call('certificates.rename', { id: shown.id, name })).then((renamed) => {
            if (!renamed) input.value = shown.name;
          });
        }}
      />
    </h2>
  );
}

function UseButton({ shown }: { shown: Shown }) {
  const { attempt } = useCertificates();
  const environment = useStatus((store) => store.status?.environment.name);
  const used = shown.usedBy.some((one) => one.environment === environment && one.use === 'signs requests');
  if (used) return null;
  return (
    <button
      type="button"
      className="btn go sm"
      onClick={() => void attempt(() => host.call('certificates.use', { id: shown.id }))}
    >
      {t.signWith}
    </button>
  );
}

function Facts({ shown }: { shown: Shown }) {
  const keyKept = useStatus((store) => store.status?.vault.keyKept ?? '');
  const { certificate, fingerprint, chain, origin } = shown;
  const key = certificate.rsaBits === null ? certificate.keyAlgorithm : t.rsaBits(certificate.rsaBits);
  return (
    <div className="pad two-facts">
      <dl className="facts">
        <dt>{t.subject}</dt>
        <dd>{readable(certificate.subject)}</dd>
        <dt>{t.issuer}</dt>
        <dd>{readable(certificate.issuer)}</dd>
        <dt>{t.organisationId}</dt>
        <dd>
          <code>{certificate.organizationIdentifier ?? t.none}</code>
        </dd>
        <dt>{t.authority}</dt>
        <dd>
          {certificate.authority ? (
            <>
              {certificate.authority.name} <code>{certificate.authority.id}</code>
            </>
          ) : (
            t.none
          )}
        </dd>
      </dl>
      <dl className="facts">
        <dt>{t.serial}</dt>
        <dd>
          <code>{certificate.serial}</code>
        </dd>
        <dt>{t.key}</dt>
        <dd>{key}</dd>
        <dt>{t.sha256}</dt>
        <dd>
          <code>{fingerprint}</code>
        </dd>
        <dt>{t.privateKey}</dt>
        <dd>{t.keyKept(keyKept)}</dd>
        <dt>{t.origin}</dt>
        <dd>
          {origin === 'made' ? t.madeHere : t.imported}
          {chain.length > 0 && t.chainAbove(chain.length)}
        </dd>
      </dl>
    </div>
  );
}

/** For people: every text as it is, attributes without a keyword by their number. */
function readable(name: Name): string {
  const plain = name
    .flat()
    .filter(({ oid }) => oid !== '2.5.4.97')
    .map((attribute) => [attribute]);
  return printRfc2253(plain).replaceAll(/(?<!\\),/g, ', ');
}

function Validity({ shown: { certificate } }: { shown: Shown }) {
  const now = useStatus(bankTime);
  const life = lifeOf(certificate, now);
  const whole = certificate.notAfter - certificate.notBefore;
  const used = Math.min(100, Math.max(0, ((now - certificate.notBefore) / whole) * 100));
  return (
    <div className="pad validity">
      <div className="row small">
        <span className="soft">{dateOf(certificate.notBefore)}</span>
        <span className="grow" />
        <b>{life.text}</b>
        <span className="grow" />
        <span className="soft">{dateOf(certificate.notAfter)}</span>
      </div>
      <meter className="span-bar" min={0} max={100} value={used} aria-label={t.validityUsed(life.text)} />
    </div>
  );
}
