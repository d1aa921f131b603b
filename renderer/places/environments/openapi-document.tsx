/** The OpenAPI document of an environment's bank: bound, replaced or removed. */
import { useState } from 'react';
import type { EnvironmentView } from '../../../shared/contract/environments.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf, uploadFiles } from '../../host.ts';
import { Button, FileButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Problem } from '../../ui/messages.tsx';
import { Panel } from '../../ui/panel.tsx';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.environments.openApi;

export function OpenApiDocument({ environment: { id, openApi } }: { environment: EnvironmentView }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
      setProblem(null);
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  const bind = (files: readonly File[]) =>
    attempt(async () => {
      const sent = files.map((file) => ({ path: file.name, file }));
      await host.call('environments.bindOpenApi', { id, files: await uploadFiles(t.title, sent) });
    });
  return (
    <section aria-label={t.title}>
      <Panel
        name="environment.openapi"
        title={t.title}
        fact={
          <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>
            {openApi === null ? t.none : t.bound(openApi.title, openApi.version, openApi.operations)}
          </span>
        }
        actions={
          <>
            <FileButton
              label={busy ? t.reading : t.choose}
              inputLabel={t.file}
              disabled={busy}
              onFiles={(files) => void bind(files)}
            />
            {openApi !== null && (
              <Button
                size="small"
                onClick={() => void attempt(() => host.call('environments.unbindOpenApi', { id }))}
              >
                {t.remove}
              </Button>
            )}
          </>
        }
      >
        <Problem text={problem} />
        <p className={classes(layout.pad, textStyles.soft)}>{t.about}</p>
      </Panel>
    </section>
  );
}
