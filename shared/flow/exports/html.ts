/**
 * The diagram and all events as one HTML file. It makes no network requests: its policy allows only its style and the script below, which
 * filters the table.
 */
import { texts } from '../../texts/texts.ts';
import type { Diagram } from '../diagram.ts';
import type { FlowEvent } from '../event.ts';
import { sentenceOf } from '../sentence.ts';
import { fullText } from '../diagram-text.ts';
import { isFailure, type Lane } from '../marks.ts';
import { drawerOf, escaped, PAGE, partsOf } from './svg.ts';

const t = texts.flow.exports;

export const SCRIPT = `const field=document.querySelector('input');
field.addEventListener('input',()=>{const words=field.value.toLowerCase().split(/\\s+/);
for(const row of document.querySelectorAll('tbody tr')){const text=row.textContent.toLowerCase();row.hidden=!words.every((word)=>text.includes(word));}});`;

/** SHA-256 of the script in base64; a test compares them. */
export const SCRIPT_HASH = 'q746Ps5f3i35DUbiZ42W+79Kkg5eKi85n5psHgp8238=';

const STYLE = `body{font:14px/1.45 system-ui,sans-serif;color:#14202e;background:#fff;margin:24px}
h1{font-size:20px}h2{font-size:15px;margin-top:32px}
figure{margin:0 0 16px}svg{max-width:100%;height:auto;display:block}svg a:focus{outline:2px solid #1a5fb4}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:4px 8px;border-bottom:1px solid #d9dfe6}
td{overflow-wrap:anywhere}td:first-child,td:nth-child(2),td:nth-child(3){white-space:nowrap;font-variant-numeric:tabular-nums}
tr:target{background:#e4eefa}tr.bad td:first-child{box-shadow:inset 3px 0 #b0241c}
code{font:12px/1.5 monospace;display:block}input{font:inherit;padding:4px 8px;width:320px;max-width:100%}
@media print{@page{margin:12mm}body{margin:0}figure{break-after:page}label{display:none}tr{break-inside:avoid}}`;

/** @param names of the lanes */
export function htmlOf(diagram: Diagram, names: Record<Lane, string>, title: string): string {
  const { events } = diagram;
  const parts = partsOf(diagram, PAGE);
  const draw = drawerOf(diagram, names);
  const figures = parts.map((part, at) => {
    const picture = draw({
      ...part,
      title: parts.length === 1 ? title : `${title}, ${t.part(at + 1, parts.length)}`,
      link: (row) => `#e${row.kind === 'event' ? row.event.seq : (row.events[0] ?? 0)}`,
    });
    return `<figure>${picture}</figure>`;
  });
  const heads = [
    t.columns.seq,
    t.columns.bankTime,
    t.columns.time,
    t.columns.event,
    t.columns.cause,
    t.columns.details,
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${SCRIPT_HASH}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><h1>${escaped(title)}</h1><p>${escaped(events.length === 0 ? t.empty : t.events(events.length))}</p>
${figures.join('\n')}
<h2>${escaped(t.all)}</h2>
<p><label>${escaped(t.search)} <input type="search"></label></p>
<table><thead><tr>${heads.map((name) => `<th scope="col">${escaped(name)}</th>`).join('')}</tr></thead><tbody>
${events.map((event) => tableRow(event, diagram)).join('\n')}
</tbody></table>
<script>${SCRIPT}</script></body></html>
`;
}

function tableRow(event: FlowEvent, { relations }: Diagram): string {
  const { seq, at, bankAt, cause } = event;
  const bad = isFailure(event) ? ' class="bad"' : '';
  const isThere = cause !== null && relations.get(cause) !== undefined;
  const causeText = cause === null ? '' : isThere ? `<a href="#e${cause}">${cause}</a>` : String(cause);
  return `<tr id="e${seq}"${bad}><td>${seq}</td><td>${bankAt === null ? '' : fullText(bankAt)}</td><td>${new Date(at).toISOString()}</td><td>${escaped(sentenceOf(event))}</td><td>${causeText}</td><td>${details(event)}</td></tr>`;
}

/** Properties without a column, one line each. */
function details(event: FlowEvent): string {
  const { about, ...rest } = event;
  const lines = Object.entries(rest)
    .filter(([name, value]) => !ELSEWHERE.has(name) && value !== null)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return [...lines, ...about.map(({ subject, id }) => `${subject}: ${id}`)]
    .map((line) => `<code>${escaped(line)}</code>`)
    .join('');
}

const ELSEWHERE: ReadonlySet<string> = new Set(['seq', 'at', 'bankAt', 'cause']);
