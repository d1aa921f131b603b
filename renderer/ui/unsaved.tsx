/** The marks of what has been typed and is not saved. */
import { texts } from '../../shared/texts/texts.ts';
import { classes } from './classes.ts';
import textStyles from './text.module.css';

const t = texts.common;

/** In the head of a pane, where it is in sight however far its form is scrolled. */
export function UnsavedMark({ on }: { on: boolean }) {
  return (
    <output className={classes(textStyles.warn, textStyles.small, textStyles.nowrap)}>
      {on && (
        <>
          <span aria-hidden="true">● </span>
          {t.unsaved}
        </>
      )}
    </output>
  );
}

/** After a name in a list or tree. */
export function UnsavedDot() {
  return (
    <span className={textStyles.soft} title={t.unsaved}>
      <span aria-hidden="true"> ●</span>
      <span className={textStyles.spoken}>{t.unsavedSuffix}</span>
    </span>
  );
}
