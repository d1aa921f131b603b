/** The step in large type, over the whole window: who acts, what was sent and what changed. */
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Playing } from '../../../shared/contract/demonstrations.ts';
import { bankTime } from '../../../shared/demonstrations/clock-jump.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Diagram } from '../../../shared/flow/diagram.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { type RowKey, rowAt, useFlow } from '../../state/flow.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Kbd } from '../../ui/labels.tsx';
import { useEscape } from '../../ui/keyboard.ts';
import { useFullScreen, useLetters, useRemoteKeys } from './keys.ts';
import { BreakIt } from './break-it.tsx';
import { Controls } from './playback.tsx';
import { hasStage, Stage } from './stage.tsx';
import { Actors, Acts, Meaning, StepNumber, StepText, titleOf, Trouble, Unreached } from './step.tsx';
import layout from '../../ui/layout.module.css';
import styles from './presentation.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.demonstrations;

/** The latest acts, as many as fit on a projector. */
const ACTS = 3;

/** Windows in which the step and the diagram are both legible: on all but the smallest projectors. */
const LARGE = window.matchMedia('(width >= 1200px) and (height >= 640px)');

function useIsLarge(): boolean {
  return useSyncExternalStore(
    (changed) => {
      LARGE.addEventListener('change', changed);
      return () => LARGE.removeEventListener('change', changed);
    },
    () => LARGE.matches,
  );
}

/** The exchange of the selected event; null if it belongs to none. */
function exchangeOfSelected({ diagram, selected }: { diagram: Diagram; selected: RowKey | null }) {
  const row = diagram.rows[rowAt(diagram, selected)];
  return row?.kind === 'event' && 'exchange' in row.event ? row.event.exchange : null;
}

interface Props {
  playing: Playing;
  diagram: ReactNode;
  /** The open exchange, in place of the step. */
  exchange: ReactNode;
}

export function Presentation({ playing, diagram, exchange }: Props) {
  const { present, state, exchange: opened, openExchange, slowDown, type, resize } = useDemonstrations();
  const box = useRef<HTMLDialogElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLElement>(null);
  const isLarge = useIsLarge();
  /** Whether the presenter shows the diagram; null until chosen. */
  const [choice, setChoice] = useState<boolean | null>(null);
  const [wantsStage, setWantsStage] = useState(true);
  const [isBreaking, setBreaking] = useState(false);
  const canBreak = opened === null && playing.breakable !== null;
  const drawn = choice ?? isLarge;
  const staged = wantsStage && hasStage(playing);
  const pointed = useFlow(exchangeOfSelected);
  const close = useCallback(() => openExchange(null), [openExchange]);
  const toggle = () => setChoice(!drawn);
  const toggleStage = () => setWantsStage(!wantsStage);
  const codes = useFlow((store) => store.diagram.options.labels === 'wire');
  const setLayout = useFlow((store) => store.setLayout);
  const toggleCodes = () => setLayout({ labels: codes ? 'human' : 'wire' });
  const toggleExchange = () => openExchange(opened === null ? pointed : null);
  useEffect(() => {
    box.current?.showModal();
  }, []);
  useFullScreen();
  useRemoteKeys(true, box);
  useEscape(opened === null ? null : close);
  useLetters({
    [t.stageKey]: () => opened === null && toggleStage(),
    [t.codesKey]: toggleCodes,
    [t.diagramKey]: () => opened === null && toggle(),
    [t.exchangeKey]: toggleExchange,
    [t.breakKey]: () => setBreaking(canBreak && !isBreaking),
    [t.slowKey]: () => void slowDown(!state.slow),
    '+': () => resize(STEP),
    '-': () => resize(1 / STEP),
  });
  // Not the first button, which would leave at the next Enter. The focused element may be gone with the step or the exchange.
  useEffect(() => box.current?.focus(), [opened, drawn, staged]);
  const { step, part, failed } = playing;
  // A new step closes the exchange.
  useEffect(close, [step, part, close]);
  const trouble = failed?.reason;
  // In a low window, scrolls to the beginning of the step, or to its failure.
  useEffect(() => {
    if (trouble !== undefined)
      box.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
    else for (const scrolled of [box, room]) scrolled.current?.scrollTo({ top: 0 });
  }, [step, part, trouble]);
  useFilledType(words, room);
  return (
    <dialog
      ref={box}
      className={styles.presentation}
      style={{ '--type': type }}
      aria-label={playing.name}
      tabIndex={-1}
      onClose={() => present(false)}
    >
      <header className={classes(layout.row, styles.top)}>
        <h2>{playing.name}</h2>
        <StepNumber playing={playing} isBrief />
        <span className={layout.grow} />
        <span className={textStyles.tabular} title={t.bankTime}>
          {bankTime(state.bankNow)}
        </span>
        {opened === null ? (
          <>
            <Switch word={t.stage} letter={t.stageKey} isOn={wantsStage} onPress={toggleStage} />
            <Switch word={t.diagram} letter={t.diagramKey} isOn={drawn} onPress={toggle} />
            {drawn && <Switch word={t.codes} letter={t.codesKey} isOn={codes} onPress={toggleCodes} />}
            {playing.breakable !== null && (
              <BreakIt exchange={playing.breakable} isOpen={isBreaking} onToggle={setBreaking} />
            )}
            {pointed !== null && <Switch word={t.exchange} letter={t.exchangeKey} onPress={toggleExchange} />}
            <Switch word={t.smaller} letter="−" onPress={() => resize(1 / STEP)} isBrief />
            <Switch word={t.larger} letter="+" onPress={() => resize(STEP)} isBrief />
            <Switch word={t.leave} letter={t.escape} onPress={() => present(false)} />
          </>
        ) : (
          <Button look="plain" onClick={close}>
            {t.closeExchange} <Kbd>{t.escape}</Kbd>
          </Button>
        )}
      </header>
      {opened === null ? (
        <div ref={room} className={classes(styles.room, drawn && styles.drawn, staged && styles.staged)}>
          <section ref={words} className={styles.words}>
            <h3>{titleOf(playing)}</h3>
            <div className={styles.text}>
              <StepText playing={playing} />
            </div>
            <Meaning playing={playing} />
            <Trouble playing={playing} />
            <Unreached />
          </section>
          {drawn && <div className={styles.diagram}>{diagram}</div>}
          {staged && (
            <section className={styles.stage}>
              <Stage playing={playing} />
            </section>
          )}
          {!drawn && !staged && (
            <section className={styles.stage}>
              <Actors playing={playing} />
              <Acts acts={playing.acts.slice(-ACTS)} />
            </section>
          )}
        </div>
      ) : (
        <div className={styles.exchange}>{exchange}</div>
      )}
      <Controls playing={playing} isWide />
    </dialog>
  );
}

/** A button with its key. @param props.isBrief whether the key says enough; in a narrow window, it must */
function Switch(props: {
  word: string;
  letter: string;
  isOn?: boolean;
  isBrief?: boolean;
  onPress: () => void;
}) {
  const { word, letter, isOn, isBrief = false, onPress } = props;
  return (
    <Button look="plain" aria-label={word} title={word} aria-pressed={isOn} onClick={onPress}>
      {!isBrief && <span className={styles.word}>{word}</span>} <Kbd>{letter}</Kbd>
    </Button>
  );
}

/** One press of + or −. */
const STEP = 1.1;

/** Sizes of the text, in em of the presentation: the largest at which it has room. */
const LARGEST = 2;
const SMALLEST = 1.3;

/** Makes the text as large as the room permits. The style sheet says in `--share` how much of its height the text may fill. */
function useFilledType(words: RefObject<HTMLElement | null>, room: RefObject<HTMLElement | null>): void {
  // After each change of the step, of what is shown beside it, and of the type.
  useLayoutEffect(() => fill(words.current, room.current));
  useEffect(() => {
    const resized = () => fill(words.current, room.current);
    window.addEventListener('resize', resized);
    return () => window.removeEventListener('resize', resized);
  }, [words, room]);
}

function fill(text: HTMLElement | null, around: HTMLElement | null): void {
  if (text === null || around === null) return;
  const share = Number(getComputedStyle(text).getPropertyValue('--share')) * around.clientHeight;
  for (let size = LARGEST; size >= SMALLEST; size -= 0.05) {
    text.style.setProperty('--fill', size.toFixed(2));
    if (heightOf(text) <= share) return;
  }
}

/** Of the content, in pixels. */
function heightOf(box: HTMLElement): number {
  const [first, last] = [box.firstElementChild, box.lastElementChild];
  if (first === null || last === null) return 0;
  const { paddingTop, paddingBottom } = getComputedStyle(box);
  const padding = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
  return last.getBoundingClientRect().bottom - first.getBoundingClientRect().top + padding;
}
