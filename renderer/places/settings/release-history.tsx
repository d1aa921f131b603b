/** The history of the interface: releases, versions of its documentation, and when each x-accept-fix became the default (VER-3). */
import { ACCEPT_FIX_HISTORY, API_RELEASES, DOCUMENTATION_VERSIONS } from '../../../shared/xs2a/releases.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Table } from '../../ui/table.tsx';
import { Heading } from './heading.tsx';
import textStyles from '../../ui/text.module.css';

const t = texts.settings.releaseHistory;

/** A date is not broken at its hyphens. */
const DATE = /^\d{4}-\d{2}-\d{2}$/;

export function ReleaseHistory() {
  return (
    <section aria-labelledby="settings-history">
      <Heading id="settings-history">{t.title}</Heading>
      <p className={textStyles.soft}>{t.lead}</p>
      <History
        title={t.apiReleases}
        columns={[t.release, t.date, t.change]}
        rows={API_RELEASES.map(({ release, date, change }) => [release, date ?? '–', change])}
      />
      <History
        title={t.acceptFixes}
        columns={[texts.common.value, t.introduced, t.defaultSince, t.effect]}
        rows={ACCEPT_FIX_HISTORY.map(({ value, introduced, defaultSince, effect }) => [
          value,
          introduced,
          defaultSince,
          effect,
        ])}
      />
      <History
        title={t.documentation}
        columns={[t.version, t.date, t.apiRelease, t.change]}
        rows={DOCUMENTATION_VERSIONS.map(({ version, date, release, change }) => [
          version,
          date,
          release,
          change,
        ])}
      />
    </section>
  );
}

function History(props: { title: string; columns: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <details>
      <summary>
        {props.title} ({props.rows.length})
      </summary>
      <Table>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(([first, ...rest]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {rest.map((cell, at) => (
                <td key={props.columns[at + 1]} className={DATE.test(cell) ? textStyles.nowrap : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}
