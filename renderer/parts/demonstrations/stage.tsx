/** What the room is told about, large: the page in the PSU's browser, or the address of a redirect. */
import { User } from 'lucide-react';
import type { Playing } from '../../../shared/contract/demonstrations.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { classes } from '../../ui/classes.ts';
import { Glyph } from '../../ui/labels.tsx';
import { hasComeTrue, isAsking, Redirect } from './step.tsx';
import { BrokenRequest, Shots } from './stage-shots.tsx';
import styles from './stage.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.demonstrations;

/** Whether there is something for the stage. */
export function hasStage(playing: Playing): boolean {
  const { page, redirect, shown, broken } = playing;
  return (
    broken !== null ||
    page !== null ||
    redirect !== null ||
    shown.question !== undefined ||
    isShowing(playing)
  );
}

function isShowing(playing: Playing): boolean {
  return hasComeTrue(playing) && playing.shots.length > 0;
}

export function Stage({ playing }: { playing: Playing }) {
  const { page, redirect, shown, shots, broken, breakable } = playing;
  const { question } = shown;
  if (broken !== null) return <BrokenRequest healthy={breakable ?? ''} act={broken.act} />;
  if (question !== undefined && isAsking(playing)) return <Question question={question} isAnswered={false} />;
  const seen =
    page !== null ? (
      <PsuBrowser page={page} />
    ) : isShowing(playing) ? (
      <Shots shots={shots} />
    ) : (
      redirect !== null && <Redirect playing={playing} />
    );
  if (question === undefined) return seen;
  if (seen === false) return <Question question={question} isAnswered />;
  return (
    <>
      {hasComeTrue(playing) && <Answer question={question} />}
      {seen}
    </>
  );
}

/** The choices, and the right one after the step was played. */
export function Question(props: {
  question: NonNullable<Playing['shown']['question']>;
  isAnswered: boolean;
}) {
  const { question, isAnswered } = props;
  return (
    <div className={styles.question}>
      <h3>{question.text}</h3>
      <ol type="A">
        {question.choices.map((choice) => (
          <li
            key={choice}
            className={isAnswered ? (choice === question.answer ? styles.right : styles.other) : undefined}
          >
            {choice} {isAnswered && choice === question.answer && <Glyph tone="ok" size={24} />}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The right choice alone, above what shows it. */
function Answer({ question: { choices, answer } }: { question: NonNullable<Playing['shown']['question']> }) {
  return (
    <p className={styles.answer}>
      {String.fromCharCode('A'.charCodeAt(0) + choices.indexOf(answer))}. {answer}{' '}
      <Glyph tone="ok" size={24} />
    </p>
  );
}

/** The page as the bank sent it, in a frame without script and of no origin; the core fills it in. */
function PsuBrowser({ page }: { page: NonNullable<Playing['page']> }) {
  const { whose, psu, address, id, state } = page;
  return (
    <figure className={styles.browser} aria-label={t.browserOf(psu)}>
      <figcaption>
        <User size={18} aria-hidden="true" /> <b>{t.browserOf(psu)}</b>
        <code className={textStyles.cut}>{address.replace(/^https?:\/\//, '').replace(/\?.*/s, '?…')}</code>
        <span className={classes(styles.whose, state === 'filled' && styles.acts)}>
          {state === 'filled' ? t.presses(psu) : t.whosePage[whose]}
        </span>
      </figcaption>
      {/* Inert: a click must not move the focus into the frame, where no key of the presentation works. */}
      <iframe
        key={id}
        inert
        className={styles.page}
        sandbox=""
        src={`stage/${id}#pressed`}
        title={t.pageOf[whose]}
      />
    </figure>
  );
}
