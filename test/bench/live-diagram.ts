/**
 * A part of `npm run bench:app`: another program sends signed requests to the local bank at a steady pace, while a window on Flow
 * follows. Tells how many events the log and the window have of them, and how late the window is.
 */
import { readFileSync } from 'node:fs';
import { Agent, request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { MOST_FLOW_EVENTS } from '../../shared/contract/flow.ts';
import { FARTHEST } from '../../shared/flow/event.ts';
import { fresh } from '../../shared/requests/compose.ts';
import type { Prepared } from '../../shared/requests/prepared.ts';
import { type Call, caller, grantByPsu } from './soak-traffic.ts';

export const A_SECOND = 200;
const SECONDS = 20;
const CONNECTIONS = 16;
/** Milliseconds after the last response until which the window has to show everything. */
const PATIENCE = 60_000;

export interface LiveDiagram {
  sent: number;
  perSecond: number;
  /** Events that the log lacks, and that the window lacks. */
  lost: { inLog: number; inWindow: number };
  /** Milliseconds from the last response until the window has its event. */
  late: number;
  /** Frames a second in the window meanwhile. */
  frames: number;
}

/** @param page of the browser host, on Flow @param folder the data folder of that host */
export async function followed(page: Page, folder: string): Promise<LiveDiagram> {
  const cookies = await page.context().cookies();
  const call = caller(page.url(), cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
  await grantByPsu(call, (await call('requests.send', fresh('readUser'))).links);
  // What is signed beforehand stays fresh.
  await call('bank.clock', { mode: 'frozen' });
  const prepared = await call('requests.prepare', fresh('readUser'));
  const ca = readFileSync(join(folder, 'bank', 'pki', 'ca.pem'));
  const agent = new Agent({ ca, keepAlive: true, maxSockets: CONNECTIONS });

  const { since, last } = await call('flow.read', { after: FARTHEST, limit: 1 });
  const before = await shownIn(page, last - since);
  const frames = framesDuring(page, SECONDS * 1000);
  const start = performance.now();
  const sent = await paced(() => send(prepared, agent));
  const perSecond = (sent * 1000) / (performance.now() - start);
  const ended = performance.now();
  const expected = 2 * sent;
  const shown = (await shownIn(page, before + expected)) - before;
  const late = performance.now() - ended;
  agent.destroy();
  const inLog = expected - (await countedAfter(last, call));
  return { sent, perSecond, lost: { inLog, inWindow: expected - shown }, late, frames: await frames };
}

/** Begins a request whenever one is due, whether the ones before it are over or not. @returns how many */
async function paced(send: () => Promise<string | null>): Promise<number> {
  const busy: Promise<string | null>[] = [];
  const start = performance.now();
  while (busy.length < A_SECOND * SECONDS) {
    const due = Math.min(A_SECOND * SECONDS, ((performance.now() - start) / 1000) * A_SECOND);
    while (busy.length < due) busy.push(send());
    await passed(1000 / A_SECOND);
  }
  const wrong = (await Promise.all(busy)).find((one) => one !== null);
  if (wrong !== undefined && wrong !== null) throw new Error(wrong);
  return busy.length;
}

/** @returns what was wrong with the response, or null */
function send({ url, headers }: Prepared, agent: Agent): Promise<string | null> {
  return new Promise((resolve) => {
    const values = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
    const request = httpsRequest(url, { agent, headers: values }, (response) => {
      response.resume();
      response.once('end', () =>
        resolve(response.statusCode === 200 ? null : `The bank answered ${response.statusCode}.`),
      );
    });
    request.once('error', (error) => resolve(String(error))).end();
  });
}

/** The count that the window shows, once it is the expected one or does not grow any more. */
async function shownIn(page: Page, expected: number): Promise<number> {
  const count = () =>
    page.evaluate(() => Number(/(\d+) events? since/.exec(document.body.innerText)?.[1] ?? 0));
  for (const end = performance.now() + PATIENCE; performance.now() < end;) {
    if ((await count()) >= expected) break;
    await passed(20);
  }
  return count();
}

async function countedAfter(position: number, call: Call): Promise<number> {
  let events = 0;
  for (let after = position; ;) {
    const page = await call('flow.read', { after, limit: MOST_FLOW_EVENTS });
    const newest = page.events.at(-1);
    if (newest === undefined) return events;
    events += page.events.length;
    after = newest.seq;
  }
}

function framesDuring(page: Page, milliseconds: number): Promise<number> {
  return page.evaluate(async (length) => {
    let frames = 0;
    const start = performance.now();
    while (performance.now() - start < length) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      frames++;
    }
    return (frames * 1000) / (performance.now() - start);
  }, milliseconds);
}
