/** An HTML page for the disk. Requests and responses are in a folder beside it, loaded on demand. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { StepResult } from '../../../../shared/collections/result.ts';
import type { Exchange } from '../../../../shared/contract/exchange.ts';
import { shortened } from '../../../../shared/linear-text.ts';
import { signedTextOf } from '../../../../shared/requests/prepared.ts';
import { utcText } from '../../utc.ts';
import { OWN_FILES } from '../../own-files.ts';
import { makeReportFolder, writeNewReport } from '../../output-files.ts';
import { type Reporter, type Write, countsText, rowTitle, titleOf } from './reporter.ts';
import { ownValue } from '../../../../shared/own-value.ts';

/** Results per file of the folder. */
const CHUNK = 100;
const MAX_BODY_CHARS = 100_000;
/** In the list; the assertions have the whole reason. */
const MAX_REASON_CHARS = 300;

/** @param file of the page; its folder has the suffix `-files` */
export function htmlReporter(write: Write, file: string): Reporter {
  const folder = `${file.replace(/\.html?$/i, '')}-files`;
  const rows: string[] = [];
  let details: string[] = [];
  let chunks = 0;
  const flush = () => {
    if (details.length === 0) return;
    writeNewReport(join(folder, `${chunks++}.js`), `details([\n${details.join(',\n')}\n]);\n`);
    details = [];
  };
  return {
    begin: () => makeReportFolder(folder),
    result: (result, exchange) => {
      rows.push(inScript(rowOf(result)));
      details.push(inScript(detailsOf(result, exchange)));
      if (details.length === CHUNK) flush();
    },
    end: ({ name, bank, version, startedAt, duration, counts, planned }) => {
      flush();
      const values: Readonly<Record<string, string>> = {
        nonce: randomBytes(16).toString('base64'),
        title: escaped(name),
        about: escaped(
          `Run against ${bank} on ${utcText(startedAt)} in ${(duration / 1000).toFixed(1)} s, TPP Workbench ${version}`,
        ),
        counts: escaped(`${planned} ${planned === 1 ? 'step' : 'steps'}: ${countsText(counts)}`),
        results: `[\n${rows.join(',\n')}\n]`,
        folder: inScript(encodeURIComponent(basename(folder))),
        chunk: String(CHUNK),
      };
      const page = readFileSync(OWN_FILES.reportPage, 'utf8');
      write(page.replaceAll(/\{\{(\w+)\}\}/g, (whole, key: string) => ownValue(values, key) ?? whole));
    },
  };
}

function rowOf(result: StepResult): string[] {
  const { outcome, path, line, status, duration, reason, tags } = result;
  const row = rowTitle(result);
  const what = [line, status ?? '', duration > 0 ? `${Math.round(duration)} ms` : '', ...tags];
  return [
    outcome,
    titleOf(result),
    path,
    what.filter((one) => one !== '').join(' · '),
    shortened(reason ?? '', MAX_REASON_CHARS),
    tags.join(' '),
    ...(row === null ? [] : [row]),
  ];
}

function detailsOf({ assertions, used, kept }: StepResult, exchange: Exchange | null): object {
  return {
    assertions: assertions.map(({ holds, text, warns }) => [holds, text, warns]),
    used: used.map(({ name, value, origin, from }) => [
      name,
      value,
      from === null ? origin : `${origin}: ${from}`,
    ]),
    kept: kept.map(({ name, value }) => [name, value]),
    exchange: exchange === null ? null : exchangeOf(exchange),
  };
}

function exchangeOf({
  method,
  prepared,
  requestBody,
  response,
  failure,
  verdicts,
  explanation,
}: Exchange): object {
  const cause = explanation?.wrongSignature?.causes.map(({ what, advice }) => `${what}: ${advice}`) ?? [];
  return {
    line: `${method} ${prepared.url}`,
    headers: prepared.headers.map(({ name, value }) => [name, value]),
    body: cut(requestBody),
    signing: signedTextOf(prepared.signing),
    status: response === null ? (failure ?? '') : `${response.status} ${response.reason}`,
    answered: response?.headers ?? [],
    answer: cut(response?.body ?? ''),
    verdicts: verdicts.map(({ holds, text, rule }) => [holds, text, rule]),
    why:
      explanation === null
        ? ''
        : [`${explanation.rule}: ${explanation.text}`, explanation.hint ?? '', ...cause, ...explanation.notes]
            .filter((one) => one !== '')
            .join('\n'),
  };
}

const cut = (text: string) => shortened(text, MAX_BODY_CHARS);

/** JSON that cannot end a script or a line. */
function inScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', String.raw`\u003C`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
