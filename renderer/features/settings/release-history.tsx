/** The history of the interface: releases, versions of its documentation, and when each x-accept-fix became the default (VER-3). */
import { ACCEPT_FIX_HISTORY, API_RELEASES, DOCUMENTATION_VERSIONS } from '../../../shared/xs2a/releases.ts';

export function ReleaseHistory() {
  return (
    <section aria-labelledby="settings-history">
      <h2 id="settings-history">History of the interface</h2>
      <p className="soft">
        What the interface of the bank has learnt, and when. A bank behaves as of its own date: one that is
        started with an older one (npm run bank -- --clock) has the defaults of that day.
      </p>
      <History
        title="API releases"
        columns={['Release', 'Date', 'Change']}
        rows={API_RELEASES.map(({ release, date, change }) => [release, date ?? '–', change])}
      />
      <History
        title="x-accept-fix values"
        columns={['Value', 'Introduced', 'Default since', 'Effect']}
        rows={ACCEPT_FIX_HISTORY.map(({ value, introduced, defaultSince, effect }) => [
          value,
          introduced,
          defaultSince,
          effect,
        ])}
      />
      <History
        title="Documentation"
        columns={['Version', 'Date', 'API release', 'Change']}
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
      <table className="grid">
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
                <td key={props.columns[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
