/** The headers: what is filled in and why, what the person has written, and what they have left out. */
import { X } from 'lucide-react';
import { texts } from '../../../shared/texts/texts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ActionsHead, Rule } from '../../ui/parts.tsx';
import { useRequests } from '../../state/requests/requests.ts';

const t = texts.requests.headers;

export function Headers() {
  const { prepared, overrides, setHeader } = useRequests();
  if (!prepared) return null;
  const left = Object.entries(overrides).filter(
    ([name, value]) => value === '' && !prepared.headers.some((header) => header.name.toLowerCase() === name),
  );
  return (
    <Panel
      name="request.headers"
      title={t.title}
      fact={
        <>
          <span className="count">{prepared.headers.length}</span>
          <span className="soft small cut">{t.hint}</span>
        </>
      }
    >
      <table className="grid headers" aria-label={t.title}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{t.signedLine}</span>
            </th>
            <th scope="col">{t.header}</th>
            <th scope="col">{texts.common.value}</th>
            <th scope="col">{t.from}</th>
            <th scope="col">{t.rule}</th>
            <ActionsHead />
          </tr>
        </thead>
        <tbody>
          {prepared.headers.map((header) => {
            // What the person has written, with its {{placeholders}}; else what is filled in.
            const written = overrides[header.name.toLowerCase()];
            const own = written !== undefined;
            return (
              <tr key={header.name}>
                <td className="num signed">{header.line}</td>
                <th scope="row" className="mono">
                  {header.name}
                </th>
                <td>
                  <input
                    className="cell mono"
                    aria-label={header.name}
                    value={written ?? header.value}
                    title={header.value}
                    onChange={(event) => setHeader(header.name, event.target.value)}
                  />
                </td>
                <td className="soft small">{header.source}</td>
                <td>{header.rule !== null && <Rule id={header.rule} />}</td>
                <td>
                  {own && (
                    <IconButton
                      label={t.fillAgain(header.name)}
                      Icon={X}
                      size={12}
                      onClick={() => setHeader(header.name, null)}
                    />
                  )}
                </td>
              </tr>
            );
          })}
          {left.map(([name]) => (
            <tr key={name}>
              <td />
              <th scope="row" className="mono faint">
                {name}
              </th>
              <td className="soft">{t.leftOut}</td>
              <td className="soft small">{texts.core.compose.yours}</td>
              <td />
              <td>
                <IconButton
                  label={t.fillAgain(name)}
                  Icon={X}
                  size={12}
                  onClick={() => setHeader(name, null)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
