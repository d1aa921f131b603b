/** Forms of the signature that another bank may want: each sends the request once more, and what works can be kept. */
import { useEffect, useState } from 'react';
import type { Cause, Exchange } from '../../../shared/contract/exchange.ts';
import { readCertificateBy } from '../../../shared/signing/profile.ts';
import { type ProfileVariant, variantsOf } from '../../../shared/signing/profile-variants.ts';
import { codeIn, isAboutSignature } from '../../../shared/xs2a/refusals.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { useEnvironments } from '../../state/environments.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Badge, Remark } from '../../ui/labels.tsx';
import { Panel } from '../../ui/panel.tsx';
import layout from '../../ui/layout.module.css';
import styles from './response-parts.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.response.forms;

/** Rules of a signature that is wrong for every bank: another form would not help. */
const OWN_FAULTS = ['SIG-1', 'SIG-3', 'SIG-6', 'SIG-8', 'SIG-10', 'SIG-11'];

/** How one form fared. */
type Outcome = 'sending' | { status: number; reason: string; body: string } | { problem: string };

export function FormsToTry({ exchange, causes }: { exchange: Exchange; causes: readonly Cause[] }) {
  const { list, load } = useEnvironments();
  useEffect(() => {
    if (list === null) void load();
  }, [list, load]);
  // A request is sent to the environment in use.
  const environment = list?.find(({ current, name }) => current && name === exchange.environment);
  const isOwnFault = causes.some(({ check, rule }) => check === 'wrong' && OWN_FAULTS.includes(rule));
  const mayBeSignature = [400, 401, 403].includes(exchange.response?.status ?? 0);
  if (environment === undefined || isOwnFault || !mayBeSignature || exchange.origin !== null) return null;
  // The bank took the signature.
  if (exchange.response !== null && passes(exchange.response)) return null;
  const variants = variantsFor(exchange, environment.name);
  if (variants.length === 0) return null;
  return (
    <Panel name="refusal.forms" title={t.title} fact={<Remark>{t.subtitle}</Remark>}>
      <p className={layout.pad}>{t.about(environment.name)}</p>
      <Forms key={exchange.id} variants={variants} request={exchange.request} environment={environment} />
    </Panel>
  );
}

/** Other forms than that of the refused request, whatever the environment has kept since. */
function variantsFor({ request, prepared, profile, response }: Exchange, named: string): ProfileVariant[] {
  if (request === null || request.fault !== null || profile === null) return [];
  const certificateHeader = profile.certificateHeader.toLowerCase();
  const certificate = prepared.headers.find(({ name }) => name.toLowerCase() === certificateHeader)?.value;
  if (certificate === undefined) return [];
  try {
    return variantsOf(
      profile,
      {
        certificate: readCertificateBy(profile.certificateForm, certificate),
        headers: prepared.headers.map(({ name }) => name.toLowerCase()),
        signatureText: prepared.signing.text,
        words: (response?.body ?? '').slice(0, 2000),
      },
      named,
    );
  } catch {
    // A certificate header that the user has written: no form would replace it.
    return [];
  }
}

function Forms(props: {
  variants: readonly ProfileVariant[];
  request: Exchange['request'];
  environment: { id: string; name: string };
}) {
  const { variants, request, environment } = props;
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [kept, setKept] = useState<string | null>(null);
  const put = (id: string, outcome: Outcome) => setOutcomes((known) => new Map(known).set(id, outcome));
  const tryIt = async ({ id, profile }: ProfileVariant) => {
    if (request === null) return;
    put(id, 'sending');
    try {
      const { response, failure } = await host.call('requests.send', { ...request, profile });
      put(id, response ?? { problem: failure ?? '' });
    } catch (error) {
      put(id, { problem: messageOf(error) });
    }
  };
  const keep = async ({ id, profile }: ProfileVariant) => {
    try {
      await host.call('environments.setProfile', { id: environment.id, profile });
      setKept(id);
    } catch (error) {
      put(id, { problem: messageOf(error) });
    }
  };
  const allInVain = variants.every(({ id }) => {
    const outcome = outcomes.get(id);
    return typeof outcome === 'object' && 'status' in outcome && !passes(outcome);
  });
  return (
    <>
      <ol className={classes(styles.causes, styles.ruled)} aria-label={t.title}>
        {variants.map((variant, at) => (
          <Form
            key={variant.id}
            number={at + 1}
            variant={variant}
            outcome={outcomes.get(variant.id) ?? null}
            isKept={kept === variant.id}
            canKeep={allInVain}
            bank={environment.name}
            onTry={() => void tryIt(variant)}
            onKeep={() => void keep(variant)}
          />
        ))}
      </ol>
      {allInVain && (
        <p className={layout.pad}>
          <output>{t.inVain(environment.name)}</output>
        </p>
      )}
    </>
  );
}

/** @param props.canKeep whether a form that was refused can be kept, too */
function Form(props: {
  number: number;
  variant: ProfileVariant;
  outcome: Outcome | null;
  isKept: boolean;
  canKeep: boolean;
  bank: string;
  onTry: () => void;
  onKeep: () => void;
}) {
  const { number, variant, outcome, isKept, canKeep, bank, onTry, onKeep } = props;
  const { title, why, change } = variant;
  const result = outcome !== null && outcome !== 'sending' ? outcome : null;
  const hasPassed = result !== null && 'status' in result && passes(result);
  return (
    <li>
      <span className={textStyles.faint}>{number}</span>
      <div>
        <b>{title}</b>
        <div className={classes(textStyles.soft, textStyles.small)}>{why}</div>
        {change !== null && <Change {...change} />}
        {result !== null && 'problem' in result && <div className={textStyles.bad}>{result.problem}</div>}
        {isKept && <output>{t.kept(bank)}</output>}
      </div>
      <div className={styles.tries}>
        {result !== null && 'status' in result && (
          <Badge tone={hasPassed ? 'ok' : 'bad'}>
            {result.status} {codeIn(result.body) ?? result.reason}
          </Badge>
        )}
        {!hasPassed && (
          <Button size="small" disabled={outcome === 'sending'} onClick={onTry}>
            {result === null ? t.try : t.again}
          </Button>
        )}
        {(hasPassed || canKeep) && (
          <Button size="small" look={hasPassed ? 'go' : 'normal'} disabled={isKept} onClick={onKeep}>
            {t.keep(bank)}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Whether the bank took the signature: a code about something else, such as consent, comes after it (SVC-11). */
function passes({ status, body }: { status: number; body: string }): boolean {
  const code = codeIn(body);
  return status < 400 || (code !== null && !isAboutSignature(code) && !/FORMAT|UNAUTH/i.test(code));
}

/** The characters around the first difference. */
const SHOWN = 26;

function Change({ was, is }: { was: string; is: string }) {
  let at = 0;
  while (at < was.length && was[at] === is[at]) at++;
  const from = Math.max(0, at - 8);
  const part = (text: string) =>
    `${from > 0 ? '…' : ''}${text.slice(from, at + SHOWN)}${text.length > at + SHOWN ? '…' : ''}`;
  return (
    <div className={classes(textStyles.mono, styles.change)}>
      <del className={textStyles.removed}>− {part(was)}</del>
      <ins className={textStyles.added}>+ {part(is)}</ins>
    </div>
  );
}
