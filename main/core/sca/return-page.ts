/** The page of the TPP to which the PSU returns from the bank. Without script. */
import type { Callback } from '../../../shared/contract/status.ts';
import { html, Html } from '../../../shared/html.ts';
import { type Brand, inkOn } from '../../../shared/node/brand.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.receiver;

/** A third house: neither the workbench nor the bank. */
const STYLE = `
:root { color-scheme: light dark; --sea: #e7f2ee; --page: #f6faf8; --paper: #fff; --ink: #10302d; --soft: #47635f; --hair: #d5e5e0; --go: #0d5b54; --on-go: #fff; --yes: #0d5b54; --yes-soft: #d3ece4; --no: #9a3a12; --no-soft: #fbe6da; }
@media (prefers-color-scheme: dark) { :root { --sea: #0f2b28; --page: #0b1a18; --paper: #122421; --ink: #e6f3ef; --soft: #a8c3bd; --hair: #223b37; --go: #7fd3c0; --on-go: #06201c; --yes: #7fd3c0; --yes-soft: #15403a; --no: #f2ab86; --no-soft: #46210f; } }
@media (prefers-contrast: more) { :root { --sea: Canvas; --page: Canvas; --paper: Canvas; --ink: CanvasText; --soft: CanvasText; --hair: CanvasText; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--page); color: var(--ink); font: 17px/1.5 Inter, system-ui, "Segoe UI", "Noto Sans", "Liberation Sans", sans-serif; }
h1, h2, p, dl, dd { margin: 0; overflow-wrap: anywhere; }
svg { display: block; flex: none; width: 38px; height: 38px; fill: none; stroke: currentColor; stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
h1 { font-size: 34px; line-height: 1.15; font-weight: 680; letter-spacing: -.024em; text-wrap: balance; }
h2 { font-size: 17px; font-weight: 650; }
code { font: 14px/1.5 ui-monospace, "JetBrains Mono", "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
.wrap { width: min(1040px, 100%); margin: 0 auto; padding: 0 24px; }
.top .wrap { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 16px; min-height: 72px; }
.brand { background: var(--go); color: var(--on-go); border-radius: 999px; padding: 6px 18px; font-size: 20px; font-weight: 680; letter-spacing: -.02em; overflow-wrap: anywhere; }
small { font-size: 15px; color: var(--soft); }
main { flex: 1; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr)); gap: 28px 40px; align-items: center; align-content: center; padding-block: 16px 48px !important; }
.hero { display: grid; gap: 20px; justify-items: start; }
.round { width: 72px; height: 72px; border-radius: 50%; display: grid; place-items: center; background: var(--yes-soft); color: var(--yes); }
.failed .round { background: var(--no-soft); color: var(--no); }
.why { font-size: 20px; } .why code { font-size: 17px; font-weight: 650; }
.soft { color: var(--soft); }
.sent { background: var(--paper); border: 1px solid var(--hair); border-radius: 20px; padding: 20px 24px 10px; display: grid; gap: 8px; }
.sent div { padding: 10px 0; border-top: 1px solid var(--hair); } dt code { font-weight: 650; color: var(--soft); } dd small { display: block; line-height: 1.4; }
footer { background: var(--sea); font-size: 15px; color: var(--soft); } footer p { padding-block: 14px !important; }
@media (max-width: 560px) { h1 { font-size: 28px; } .wrap { padding: 0 16px; } .top .wrap { min-height: 60px; } .sent { padding-inline: 16px; } }
`;

/** @param callback what the bank sent with the redirect (SCA-1, SCA-2) */
export function returnPage(brand: Brand, { outcome, parameters: sent }: Omit<Callback, 'at'>): string {
  const parameters = sent.map(({ name: key, value, text: about }) => ({
    name: oneLine(key),
    value: oneLine(value),
    text: about,
  }));
  const { name } = brand;
  const valueOf = (wanted: string) => parameters.find((one) => one.name === wanted)?.value;
  const isYes = outcome === 'success';
  const [code, message = ''] = [valueOf('code'), valueOf('message')];
  const [title, text] = isYes
    ? [t.yes, t.yesText(name)]
    : code === undefined
      ? [t.other(name), '']
      : [t.no, t.noText(name)];
  const body = html`<section class="hero">
      <span class="round">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="${isYes ? 'm5 12.5 4.5 4.5L19 7.5' : 'm7 7 10 10M17 7 7 17'}" />
        </svg>
      </span>
      <h1>${title}</h1>
      ${!isYes && code !== undefined && html`<p class="why">${message} <code>${code}</code></p>`}
      <p class="soft">${text} ${t.close}</p>
    </section>
    ${
      parameters.length > 0 &&
      html`<section class="sent" aria-labelledby="sent">
        <h2 id="sent">${t.sent}</h2>
        <dl>
          ${parameters.map(
            (one) =>
              html`<div>
                <dt><code>${one.name}</code></dt>
                <dd><code>${one.value}</code> <small>${one.text}</small></dd>
              </div>`,
          )}
        </dl>
      </section>`
    }`;
  return page(brand, title, body, isYes ? '' : 'failed');
}

const oneLine = (text: string) => text.replaceAll(/\s/g, ' ');

/** A page for somebody who does not come from a bank. */
export function plainPage(brand: Brand, title: string, text: string): string {
  return page(
    brand,
    title,
    html`<section class="hero">
      <h1>${title}</h1>
      <p class="soft">${text}</p>
    </section>`,
    '',
  );
}

function page({ name, colour }: Brand, title: string, body: Html, look: string): string {
  const own = colour === null ? '' : `:root { --go: ${colour}; --on-go: ${inkOn(colour)}; }`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} · ${name}</title>
        <style>
          ${new Html(STYLE + own)}
        </style>
      </head>
      <body class="${look}">
        <header class="top">
          <div class="wrap"><strong class="brand">${name}</strong> <small>${t.isBack}</small></div>
        </header>
        <main class="wrap">${body}</main>
        <footer><p class="wrap">${t.practice(name)}</p></footer>
      </body>
    </html>`.text;
}
