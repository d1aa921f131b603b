/** Who acts, and what went over the wire. */
import { Landmark, Monitor, User, Wrench } from 'lucide-react';
import type {
  DemonstrationAct,
  DemonstrationActor,
  Playing,
} from '../../../shared/contract/demonstrations.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { classes } from '../../ui/classes.ts';
import styles from './acts.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.demonstrations;

const ICON = { tpp: Monitor, psu: User, bank: Landmark, operator: Wrench };
const LANES = ['tpp', 'psu', 'bank'] as const;

/** The three lanes of the diagram; those that the last act concerns stand out. */
export function Actors({ playing: { acts } }: { playing: Playing }) {
  const last = acts.at(-1);
  const active = new Set<DemonstrationActor>(last === undefined ? [] : [last.who, 'bank']);
  return (
    <ul className={styles.actors} aria-label={t.actors}>
      {LANES.map((who) => {
        const Icon = ICON[who];
        return (
          <li
            key={who}
            className={active.has(who) ? styles.active : undefined}
            aria-current={active.has(who)}
          >
            <Icon size={16} aria-hidden="true" /> {t.who[who]}
          </li>
        );
      })}
    </ul>
  );
}

export function Acts({ acts }: { acts: readonly DemonstrationAct[] }) {
  if (acts.length === 0) return null;
  return (
    <ol className={styles.acts} aria-label={t.acts}>
      {acts.map(({ who, name, line, status, word, jumps }, at) => (
        <li key={`${at} ${name}`}>
          <span className={styles.who}>{t.who[who]}</span>
          <span className={styles.what}>
            {name}
            {jumps.length === 0 && <code className={classes(styles.line, textStyles.soft)}>{line}</code>}
            {jumps.map((jump) => (
              <span key={jump} className={textStyles.soft}>
                {jump}
              </span>
            ))}
          </span>
          {status !== null && (
            <span className={classes(styles.status, status < 400 ? styles.ok : styles.bad)}>
              {status}
              {word !== null && <span className={styles.word}>{word}</span>}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
