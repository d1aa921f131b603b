/** What banks may find wrong with a certificate, the worst first. Each line unfolds to where it fails and what to do. */
import { ChevronRight } from 'lucide-react';
import { readCertificateHeader } from '../../../shared/signing/certificate.ts';
import type { Severity } from '../../../shared/signing/certificate-finding.ts';
import { lintCertificate } from '../../../shared/signing/certificate-lint.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Shown } from '../../state/certificates.ts';
import { timeInUse, useStatus } from '../../state/status.ts';
import { classes } from '../../ui/classes.ts';
import { Count, Glyph, type Tone } from '../../ui/labels.tsx';
import { Panel } from '../../ui/panel.tsx';
import layout from '../../ui/layout.module.css';
import styles from './findings.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.certificates.lint;
const TONE: Record<Severity, Tone> = { error: 'bad', warning: 'warn', note: 'plain' };

export function Findings({ shown: { kind, certificate, chain } }: { shown: Shown }) {
  const now = useStatus(timeInUse);
  const part = kind === 'authority' ? 'authority' : 'own';
  const findings = lintCertificate({ certificate, chain: chain.map(readCertificateHeader), part }, now);
  return (
    <Panel name="certificate.findings" title={t.title} fact={<Count>{findings.length}</Count>}>
      {findings.length === 0 ? (
        <p className={classes(layout.pad, textStyles.soft)}>{t.none}</p>
      ) : (
        <ul className={styles.findings} aria-label={t.title}>
          {findings.map(({ id, severity, what, risk, advice, source }, at) => (
            <li key={`${id}-${at}`}>
              <details>
                <summary>
                  <Glyph tone={TONE[severity]} />
                  <span className={classes(styles.severity, textStyles.small)}>{t.severities[severity]}</span>
                  <span>{what}</span>
                  <ChevronRight size={13} className={styles.chevron} aria-hidden="true" />
                </summary>
                <div className={classes(styles.detail, textStyles.small)}>
                  <p>{risk}</p>
                  <p>{advice}</p>
                  <p className={textStyles.faint}>{source}</p>
                </div>
              </details>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
