/** An include step: another folder of the collection, and the variables that it gets. */
import { foldersToInclude } from '../../../state/requests/tree.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { Select, TextArea } from '../../../ui/controls.tsx';
import { Field } from '../../../ui/form.tsx';
import type { PartProps } from './part-props.ts';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.step;

/** @param path of the step */
export function IncludeFields({ fields, wrong, change, path }: PartProps & { path: string }) {
  // Rendered again when the folders are read again.
  useSaved((store) => store.folders);
  const { folder } = fields;
  const folders = foldersToInclude(path);
  const isThere = folder === '' || folders.includes(folder);
  return (
    <>
      <Field label={t.folder} error={wrong('folder')}>
        {(links) => (
          <Select {...links} value={folder} onChange={(event) => change({ folder: event.target.value })}>
            {folder === '' && <option value="">{t.chooseFolder}</option>}
            {!isThere && <option value={folder}>{t.missingFolder(folder)}</option>}
            {folders.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t.variables} hint={t.variablesHint} error={wrong('variables')}>
        {(links) => (
          <TextArea
            {...links}
            className={textStyles.mono}
            rows={3}
            spellCheck={false}
            value={fields.variables}
            onChange={(event) => change({ variables: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
