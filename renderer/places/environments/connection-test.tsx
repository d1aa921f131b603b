/** Tests the way to a bank: the certificates of its server, what is wrong with them, and the root that may be trusted. */
import { useEffect, useRef, useState } from 'react';
import {
  connectionSchema,
  type ConnectionTest as Result,
  type EnvironmentForm,
} from '../../../shared/contract/environments.ts';
import { certificateDay } from '../../../shared/signing/certificate.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Problem } from '../../ui/form.tsx';
import { Note } from '../../ui/note.tsx';
import layout from '../../ui/layout.module.css';
import styles from './environments-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.environments.connection;

type Target = Pick<EnvironmentForm, 'baseUrl' | 'roots' | 'tlsCertificateId'>;

interface Props {
  /** Of the environment; left out for one that is not saved yet. */
  id?: string;
  /** What is in the form, saved or not. */
  target: Target;
  /** Adds the root to the environment's trusted roots. @returns them all; rejects if they were not saved */
  onTrust: (pem: string) => Promise<string>;
}

export function ConnectionTest({ id, target, onTrust }: Props) {
  const [state, setState] = useState<'idle' | 'testing'>('idle');
  const [tested, setTested] = useState<Tested | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (about: () => Promise<Target>) => {
    const checked = connectionSchema.safeParse(target);
    if (!checked.success) {
      setTested(null);
      setProblem(checked.error.issues[0]?.message ?? null);
      return;
    }
    setState('testing');
    try {
      const now = await about();
      setTested({
        target: now,
        result: await host.call('environments.test', id === undefined ? now : { ...now, id }),
      });
      setProblem(null);
    } catch (error) {
      setTested(null);
      setProblem(messageOf(error));
    }
    setState('idle');
  };
  const section = useRef<HTMLElement>(null);
  // The certificates are longer than what is left of the window.
  useEffect(() => {
    if (tested !== null) section.current?.scrollIntoView({ block: 'nearest' });
  }, [tested]);
  // What was found of another address says nothing about this one.
  const isCurrent =
    tested !== null &&
    tested.target.baseUrl === target.baseUrl &&
    tested.target.roots === target.roots &&
    tested.target.tlsCertificateId === target.tlsCertificateId;
  return (
    <section ref={section} className={styles.connectionTestTest} aria-label={t.title}>
      <div className={layout.actions}>
        <Button disabled={state === 'testing'} onClick={() => void run(async () => target)}>
          {state === 'testing' ? t.testing : t.test}
        </Button>
        <span className={classes(textStyles.soft, textStyles.small)}>{t.hint}</span>
      </div>
      <Problem text={problem} />
      {isCurrent && (
        <Found
          tested={tested}
          onTrust={(pem) => void run(async () => ({ ...target, roots: await onTrust(pem) }))}
        />
      )}
    </section>
  );
}

interface Tested {
  target: Target;
  result: Result;
}

function Found({ tested, onTrust }: { tested: Tested; onTrust: (pem: string) => void }) {
  const { problem, protocol, chain, root } = tested.result;
  return (
    <>
      {problem === null ? (
        <Note as="output" tone="ok">
          {protocol === null ? t.worksPlain(tested.target.baseUrl) : t.works(protocol)}
        </Note>
      ) : (
        <Problem text={problem} />
      )}
      {root !== null && (
        <div className={layout.actions}>
          <Button onClick={() => onTrust(root.pem)}>{t.trust}</Button>
          <span className={classes(textStyles.soft, textStyles.small)}>{t.compare}</span>
        </div>
      )}
      {chain.length > 0 && (
        <ol aria-label={t.chain} className={styles.chain}>
          {chain.map((certificate) => (
            <li key={certificate.fingerprint}>
              <b>{certificate.subject}</b>
              <div>
                {certificate.issuer === certificate.subject ? t.isRoot : t.issuedBy(certificate.issuer)}
              </div>
              {certificate.names.length > 0 && <div>{t.names(certificate.names.join(', '))}</div>}
              <div>{t.valid(shown(certificate.notBefore), shown(certificate.notAfter))}</div>
              <code className={textStyles.soft}>{certificate.fingerprint}</code>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** A server may present anything, also a certificate whose date cannot be read. */
function shown(time: number | null): string {
  return time === null ? t.noDate : certificateDay(time);
}
