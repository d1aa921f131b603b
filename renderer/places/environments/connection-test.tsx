/** Tests the connection to a bank, and adds trusted roots: that of its server, or from files. */
import { useEffect, useRef, useState } from 'react';
import {
  connectionSchema,
  type ConnectionTest as Result,
  type EnvironmentForm,
} from '../../../shared/contract/environments.ts';
import { certificateDay } from '../../../shared/signing/certificate.ts';
import { isDeepEqual } from '../../../shared/collections/deep-equal.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { encodeBase64 } from '../../../shared/signing/base64.ts';
import { MAX_ROOT_FILE_BYTES } from '../../../shared/limits.ts';
import { host, messageOf } from '../../host.ts';
import { Button, FileButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Problem, Note } from '../../ui/messages.tsx';
import layout from '../../ui/layout.module.css';
import styles from './environments-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.environments.connection;
const formTexts = texts.environments.form;
const environmentsTexts = texts.core.environments;

type Target = Pick<EnvironmentForm, 'baseUrl' | 'roots' | 'tlsCertificateId'>;

interface Props {
  /** Id of a saved environment. */
  id?: string;
  target: Target;
  /** Adds a trusted root. @returns all of them; rejects if they were not saved */
  onTrust: (pem: string) => Promise<string>;
}

export function ConnectionTest({ id, target, onTrust }: Props) {
  const [isTesting, setIsTesting] = useState(false);
  const [tested, setTested] = useState<Tested | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (about: () => Promise<Target>) => {
    const checked = connectionSchema.safeParse(target);
    if (!checked.success) {
      setTested(null);
      setProblem(checked.error.issues[0]?.message ?? null);
      return;
    }
    setIsTesting(true);
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
    setIsTesting(false);
  };
  const section = useRef<HTMLElement>(null);
  // The certificates may be longer than the rest of the window.
  useEffect(() => {
    if (tested !== null) section.current?.scrollIntoView({ block: 'nearest' });
  }, [tested]);
  return (
    <section ref={section} className={styles.test} aria-label={t.title}>
      <div className={layout.actions}>
        <Button disabled={isTesting} onClick={() => void run(async () => target)}>
          {isTesting ? t.testing : t.test}
        </Button>
        <span className={classes(textStyles.soft, textStyles.small)}>{t.hint}</span>
      </div>
      <Problem text={problem} />
      {/* Not the result for another address. */}
      {tested !== null && isDeepEqual(tested.target, target) && (
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
  const { problem, protocol, chain, proxy, root } = tested.result;
  return (
    <>
      {problem === null ? (
        <Note as="output" tone="ok">
          {protocol === null ? t.worksPlain(tested.target.baseUrl) : t.works(protocol)}
          {proxy !== null && ` ${t.through(proxy)}`}
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

/** @param time null if the server's certificate has an unreadable date */
function shown(time: number | null): string {
  return time === null ? t.noDate : certificateDay(time);
}

/** @param props.onText receives the PEM of all files, unchecked */
export function RootFiles({ onText }: { onText: (pem: string) => void }) {
  const read = async (files: readonly File[]) => onText((await Promise.all(files.map(pemOf))).join('\n'));
  return (
    <div>
      <FileButton
        label={formTexts.chooseRoots}
        inputLabel={formTexts.rootFiles}
        onFiles={(files) => void read(files)}
      />
    </div>
  );
}

/** A PEM file, or a DER file as PEM. */
async function pemOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, MAX_ROOT_FILE_BYTES).arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  if (text.includes('-----BEGIN')) return text.trim();
  const lines = encodeBase64(bytes).match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
}

const NUMBER = 7;
const [BEFORE_NUMBER = ''] = environmentsTexts.rootNoCertificate(NUMBER).split(String(NUMBER));

/** Whether an error of the core is about the field of the roots. */
export function isAboutRoots(message: string): boolean {
  return message === environmentsTexts.rootsNotPem || message.startsWith(BEFORE_NUMBER);
}
