/** Update of a folder from a newer OpenAPI document: the document, what it would change, and what of it is done. */
import { useEffect, useRef } from 'react';
import { texts } from '../../../../shared/texts/texts.ts';
import { chooseFiles, saveUpdate, useInterchange } from '../../../state/requests/interchange.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { FileButton } from '../../../ui/file-button.tsx';
import { Note } from '../../../ui/note.tsx';
import { Frame, useFolderName } from './frame.tsx';
import { UpdateList } from './update-list.tsx';
import { Bar, Offer } from './panes.tsx';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.interchange;

export function UpdatePane({ path }: { path: string }) {
  const { busy, names, compared } = useInterchange();
  return (
    <Frame
      title={t.updateTitle(useFolderName(path))}
      details={names}
      actions={compared !== null && <Choose label={t.otherDocument} />}
    >
      {compared !== null ? (
        <Compared />
      ) : (
        busy === null && (
          <Offer>
            <p>{t.updateHow}</p>
            <p className={textStyles.soft}>{t.updateSafe}</p>
            <div className={layout.actions}>
              <Choose label={t.chooseDocument} isFirst />
            </div>
          </Offer>
        )
      )}
    </Frame>
  );
}

function Choose({ label, isFirst = false }: { label: string; isFirst?: boolean }) {
  return (
    <FileButton
      look={isFirst ? 'go' : 'normal'}
      label={label}
      inputLabel={t.document}
      disabled={useInterchange(({ busy }) => busy !== null)}
      onFiles={(files) => void chooseFiles(files, false)}
    />
  );
}

function Compared() {
  const { busy, compared, otherwise, names } = useInterchange();
  const save = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) save.current?.focus();
  }, []);
  if (compared === null) return null;
  const { items, counts } = compared.list;
  const chosen = items.filter(({ at, isChosen }) => isChosen !== otherwise.has(at)).length;
  const conflicts = items.filter((item) => item.conflicts.length > 0).length;
  const isNothing = items.every(({ change }) => change === 'same');
  return (
    <>
      {isNothing ? (
        <Note tone="plain">{t.noChanges}</Note>
      ) : (
        <Bar>
          <Button
            ref={save}
            look="go"
            disabled={busy !== null || chosen === 0}
            onClick={() => void saveUpdate()}
          >
            {t.saveUpdate(chosen)}
          </Button>
          {conflicts > 0 && <span className={textStyles.small}>{t.conflicts(conflicts)}</span>}
          {(counts.removed ?? 0) > 0 && (
            <span className={classes(textStyles.soft, textStyles.small)}>{t.removedHint}</span>
          )}
        </Bar>
      )}
      <UpdateList key={names} />
    </>
  );
}
