/** The bank's simulated app (HDR-4). It fills the screen of a phone; in a larger window, a phone is drawn around it. */
const APP_STYLE = `
.app body { font: 17px/1.5 system-ui, "Noto Sans", "Liberation Sans", "DejaVu Sans", sans-serif; }
.app .list, .app input[type="text"] { border-radius: 10px; }
.app .acts { flex-direction: column; align-items: stretch; }
.app .acts button { width: 100%; flex: none; padding: 17px 20px; border-radius: 14px; }
.app .finger { display: grid; justify-items: center; gap: 12px; width: 100%; margin-top: 20px; padding: 24px 20px; font: inherit; font-weight: 700; color: var(--go); background: transparent; border: 2px solid var(--go); border-radius: 20px; cursor: pointer; }
.app .finger svg { width: 96px; height: 96px; }
@media (min-width: 600px) {
  .app body { width: 414px; min-height: 780px; margin: 20px auto; background: var(--bg); border: 12px solid var(--phone); border-radius: 40px; overflow: clip; }
  html.app { background: var(--desk); }
}
`;

/** Distinct from the workbench, so that an audience sees that the browser has left the TPP. */
export const STYLE = `
:root { color-scheme: light dark; --bg: #f1ede4; --paper: #fffdf8; --ink: #221d14; --soft: #5a5141; --line: #8b7f69; --head: #2f3b2f; --on: #fff; --go: #2e5a36; --no: #8c2317; --mark: #f3e3b8; --phone: #17191a; --desk: #cfc8b8; }
@media (prefers-color-scheme: dark) { :root { --bg: #1b1a17; --paper: #25231e; --ink: #f2ecdf; --soft: #c7bca7; --line: #8d8169; --head: #10150f; --on: #f2ecdf; --go: #9ccf9f; --no: #f0a79d; --mark: #4a3c17; --phone: #4c4a44; --desk: #0d0c0a; } }
@media (prefers-contrast: more) { :root { --bg: #000; --paper: #000; --ink: #fff; --soft: #fff; --line: #fff; --head: #000; --on: #fff; --go: #7dffa8; --no: #ffb3ab; --mark: #4a3c00; --phone: #fff; --desk: #000; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 17px/1.5 Georgia, "Noto Serif", "Liberation Serif", "DejaVu Serif", serif; }
header { background: var(--head); color: var(--on); }
.col { width: min(560px, 100%); margin: 0 auto; padding: 0 20px; }
header > .col { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 12px; padding-block: 12px; }
header strong { font-size: 20px; white-space: nowrap; }
.fake { background: var(--mark); color: var(--ink); border-top: 2px solid var(--line); border-bottom: 1px solid var(--line); font-size: 14px; padding: 5px 0; }
main.col { padding-block: 20px 28px; }
h1 { font-size: 23px; line-height: 1.25; margin: 0; }
fieldset { border: 0; border-top: 1px solid var(--line); margin: 16px 0 0; padding: 10px 0 0; min-width: 0; }
legend { font-weight: 700; padding: 0 8px 0 0; }
label { display: block; }
input[type="text"] { font: 19px/1.2 ui-monospace, "DejaVu Sans Mono", monospace; letter-spacing: .04em; padding: 8px 10px; width: 15.5em; max-width: 100%; border: 2px solid var(--line); border-radius: 0; background: var(--paper); color: var(--ink); }
.hint { color: var(--soft); font-size: 14px; margin: 4px 0 0; }
.wrong { border-left: 4px solid var(--no); padding: 6px 12px; margin: 12px 0 0; }
.done { border-left: 4px solid var(--go); padding: 6px 12px; margin: 12px 0 0; }
h2 { font-size: 19px; margin: 24px 0 4px; }
h3 { font-size: 17px; margin: 12px 0 4px; }
.list { list-style: none; margin: 0; padding: 0; background: var(--paper); border: 1px solid var(--line); }
.list li { display: flex; justify-content: space-between; align-items: center; gap: 12px; padding: 9px 12px; }
.list li + li { border-top: 1px solid var(--line); }
.list b { white-space: nowrap; font-variant-numeric: tabular-nums; }
.list button { font: inherit; font-weight: 700; padding: 6px 12px; border: 2px solid; border-radius: 0; }
select { font: inherit; padding: 8px 10px; max-width: 100%; border: 2px solid var(--line); border-radius: 0; background: var(--paper); color: var(--ink); }
a { color: var(--ink); }
.pick { display: flex; gap: 10px; align-items: flex-start; padding: 6px 0; }
.pick input { width: 20px; height: 20px; margin: 3px 0 0; accent-color: var(--go); flex: none; }
.in { padding-left: 30px; }
.pick:not(:has(:checked)) + .in { display: none; }
.acts { display: flex; gap: 12px; margin-top: 20px; flex-wrap: wrap; }
.acts button { font: inherit; line-height: 1; font-weight: 700; padding: 14px 20px; border: 2px solid; border-radius: 0; cursor: pointer; }
.yes { background: var(--go); border-color: var(--go); color: var(--paper); flex: 1 1 200px; }
.no { background: transparent; border-color: var(--no); color: var(--no); }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; }
code { font-size: .9em; }
${APP_STYLE}
@media (max-width: 460px) { .col { padding-inline: 16px; } .acts button { width: 100%; flex: none; } }
`;
