/** Opens the reporters of a run. */
import { closeSync, writeSync } from 'node:fs';
import { UsageError } from '../command.ts';
import { openReport, orWriteError } from '../output-files.ts';
import { htmlReporter } from './reporters/html.ts';
import { consoleReporter, githubReporter, jsonReporter } from './reporters/line-reporters.ts';
import { junitReporter } from './reporters/junit.ts';
import type { Reporter, Write } from './reporters/reporter.ts';
import { ownValue } from '../../../shared/own-value.ts';

type Make = (write: Write, where: { isTerminal: boolean; isQuiet: boolean; file: string | null }) => Reporter;

const REPORTERS: Readonly<Record<string, Make>> = {
  console: (write, { isTerminal, isQuiet }) => consoleReporter(write, isTerminal, isQuiet),
  junit: junitReporter,
  json: jsonReporter,
  github: githubReporter,
  html: (write, { file }) => {
    if (file === null) throw new UsageError('The HTML report needs a file: --reporter html=FILE.');
    return htmlReporter(write, file);
  },
};

export interface Reporters extends Required<Reporter> {
  close: () => void;
}

/**
 * @param orders `name` or `name=file`; without a file a reporter writes to standard output. If all have one, progress goes to
 * standard error
 * @param isQuiet whether the console has only failures and the last line
 * @throws UsageError
 */
export function openReporters(orders: readonly string[], isQuiet = false): Reporters {
  const files: number[] = [];
  const asked = orders.map((order) => {
    const at = order.indexOf('=');
    const [name, file] = at < 0 ? [order, null] : [order.slice(0, at), order.slice(at + 1)];
    const make = ownValue(REPORTERS, name);
    if (make === undefined)
      throw new UsageError(`There is no reporter “${name}”. Choose ${Object.keys(REPORTERS).join(', ')}.`);
    if (file === null)
      return make((text) => process.stdout.write(text), { isTerminal: process.stdout.isTTY, isQuiet, file });
    const opened = openReport(file);
    files.push(opened);
    return make((text) => writeTo(opened, file, text), { isTerminal: false, isQuiet, file });
  });
  const isSilent = orders.length > 0 && orders.every((order) => order.includes('='));
  const { stderr } = process;
  const all = isSilent
    ? [consoleReporter((text) => stderr.write(text), stderr.isTTY, isQuiet), ...asked]
    : asked;
  const each = (tell: (reporter: Reporter) => void) => all.forEach(tell);
  return {
    begin: (info) => each((one) => one.begin(info)),
    planned: (steps) => each((one) => one.planned?.(steps)),
    result: (result, exchange) => each((one) => one.result(result, exchange)),
    end: (summary) => each((one) => one.end(summary)),
    close: () => files.forEach((file) => closeSync(file)),
  };
}

/** @throws UsageError, for example if the disk is full */
function writeTo(opened: number, file: string, text: string): void {
  orWriteError(file, () => {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at += writeSync(opened, bytes, at);
  });
}
