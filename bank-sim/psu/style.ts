/** A house of its own, so that an audience sees that the browser has left the TPP. What no real bank shows is `.practice`: gold, dashed, with a flask. */
export const STYLE = `
:root { color-scheme: light dark; --sand: #f6f1e9; --paper: #fffdfa; --tint: #f4e9f2; --ink: #2a1a2c; --soft: #645266; --hair: #e6dccf; --edge: #86748a; --head: #451a44; --on-head: #fff7fb; --gold: #f2b544; --go: #6b2a66; --on-go: #fff; --mark: #6b2a66; --practice: #fdf1d3; --practice-edge: #a87412; --good: #1c6743; --bad: #a1281f; --a0: #ecd8e8; --a1: #f8e0b4; --a2: #d5e8da; --a3: #dfe0f0; --lcd: #dbe6d3; --device: #35253a; --shade: 0 1px 2px rgb(42 26 44 / .06), 0 12px 32px rgb(42 26 44 / .08); }
@media (prefers-color-scheme: dark) { :root { --sand: #18121b; --paper: #221a26; --tint: #38263b; --ink: #f4ecf3; --soft: #c3b2c5; --hair: #3a2e3f; --edge: #907d95; --head: #2c102c; --go: #e2addb; --on-go: #2c102c; --mark: #e2addb; --practice: #37290f; --practice-edge: #b98a32; --good: #8fd6ab; --bad: #f6a79e; --a0: #5b3557; --a1: #5a4317; --a2: #264d36; --a3: #3a3d63; --lcd: #c7d4bf; --device: #0f0a12; --shade: 0 0 0 1px #3a2e3f; } }
@media (prefers-contrast: more) { :root { --sand: Canvas; --paper: Canvas; --ink: CanvasText; --soft: var(--ink); --hair: var(--ink); --edge: var(--ink); --practice-edge: var(--ink); } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-bottom: 130px; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--sand); color: var(--ink); font: 17px/1.5 Inter, system-ui, "Segoe UI", "Noto Sans", "Liberation Sans", sans-serif; }
h1, h2, h3, p, ul, ol, dl, dd, fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
ul, ol { list-style: none; }
svg { display: block; flex: none; width: 20px; height: 20px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
h1 { font-size: 32px; line-height: 1.15; font-weight: 680; letter-spacing: -.022em; text-wrap: balance; overflow-wrap: anywhere; }
h2 { font-size: 19px; line-height: 1.3; font-weight: 650; }
b, strong, label, legend, summary { font-weight: 650; }
small, .small, .until { font-size: 15px; line-height: 1.45; }
.soft, .until { color: var(--soft); }
.sum, .num { font-variant-numeric: tabular-nums; white-space: nowrap; }
a { color: inherit; text-underline-offset: 3px; }
.code { font-family: ui-monospace, "JetBrains Mono", "DejaVu Sans Mono", monospace; font-size: .88em; white-space: nowrap; }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 3px; }
.top { background: var(--head); color: var(--on-head); --mark: var(--on-head); }
.wrap { width: min(1040px, 100%); margin: 0 auto; padding: 0 24px; }
.top .wrap { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; min-height: 64px; padding-block: 8px; }
.top a { font-size: 15px; font-weight: 600; }
.brand { display: flex; align-items: center; gap: 10px; font-size: 22px; font-weight: 680; letter-spacing: -.025em; overflow-wrap: anywhere; }
.mark { width: 28px; height: 28px; color: var(--gold); stroke-width: 3.2; }
.path { display: flex; gap: 8px 24px; font-size: 15px; }
.path li, .story li { display: flex; align-items: center; gap: 8px; }
.path li::before, .story li::before { content: attr(data-n); flex: none; width: 24px; height: 24px; border-radius: 50%; border: 1.5px solid currentColor; display: grid; place-items: center; font-size: 13px; font-weight: 650; }
.path .done::before, .story .done::before { content: "✓"; }
.path [aria-current] { font-weight: 650; } .path [aria-current]::before { background: var(--on-head); border-color: var(--on-head); color: var(--head); }
.strip { background: var(--practice); border-bottom: 1px dashed var(--practice-edge); font-size: 15px; }
.strip p { display: flex; align-items: center; gap: 8px; min-height: 36px; line-height: 1.3; padding-block: 6px; }
.flask { width: 18px; height: 18px; color: var(--practice-edge); }
main { flex: 1; } main.wrap { padding-block: 32px 40px; }
.two { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 664px); gap: 28px 48px; align-items: start; }
.one { max-width: 712px; }
.asker { display: grid; gap: 16px; padding-top: 6px; }
.who, .behalf { display: flex; align-items: center; gap: 12px; min-width: 0; overflow-wrap: anywhere; }
.who b { display: block; line-height: 1.3; }
.facts { display: grid; gap: 10px; }
.facts li { display: grid; grid-template-columns: 20px minmax(0, 1fr); gap: 10px; font-size: 15px; line-height: 1.4; }
.yes svg { color: var(--good); } .no svg { color: var(--bad); }
.card { background: var(--paper); border-radius: 20px; box-shadow: var(--shade); padding: 28px 32px; display: grid; gap: 20px; min-width: 0; }
.part { display: grid; gap: 10px; min-width: 0; align-content: start; }
.avatar { width: 42px; height: 42px; border-radius: 50%; display: grid; place-items: center; flex: none; font-size: 15px; font-weight: 650; background: var(--a0); color: var(--ink); }
.avatar::before { content: attr(data-letters); }
.a1 { background: var(--a1); } .a2 { background: var(--a2); } .a3 { background: var(--a3); }
.firm, .tpp { border-radius: 12px; } .tpp { background: #0d5b54; color: #fff; }
.sm { width: 34px; height: 34px; font-size: 13px; border-radius: 50%; } .sm.firm { border-radius: 10px; }
legend { padding: 0; margin-bottom: 10px; }
.entry { font: 500 22px/1 ui-monospace, "JetBrains Mono", "DejaVu Sans Mono", monospace; color: var(--ink); background: var(--paper); border: 1.5px solid var(--edge); border-radius: 12px; height: 54px; padding: 0 16px; width: 100%; }
select { font: inherit; color: var(--ink); background: var(--paper); border: 1.5px solid var(--edge); border-radius: 12px; min-height: 48px; padding: 0 14px; width: 100%; }
.stick { position: sticky; bottom: 0; background: var(--paper); margin: 0 -32px -28px; padding: 16px 32px 20px; border-top: 1px solid var(--hair); border-radius: 0 0 20px 20px; display: grid; gap: 8px; }
.acts { display: flex; flex-wrap: wrap; gap: 12px; }
.btn { font: inherit; font-weight: 650; line-height: 1.2; min-height: 54px; padding: 10px 26px; border-radius: 14px; border: 1.5px solid var(--edge); background: transparent; color: var(--ink); cursor: pointer; }
.acts .btn { flex: 1 1 100px; }
.go { background: var(--go); border-color: var(--go); color: var(--on-go); } .acts .go { flex: 2 1 190px; }
.btn:hover { box-shadow: inset 0 0 0 2px currentColor; }
.btn.sm { width: auto; height: auto; min-height: 40px; padding: 6px 16px; border-radius: 11px; font-size: 15px; }
.wrong, .done[role] { border: 1.5px solid var(--bad); border-radius: 12px; padding: 10px 14px; overflow-wrap: anywhere; }
.done[role] { border-color: var(--good); }
.practice { background: var(--practice); border: 1.5px dashed var(--practice-edge); border-radius: 16px; padding: 14px 16px; display: grid; gap: 10px; }
.practice > h2, .practice > legend { display: flex; gap: 8px; align-items: center; font-size: 15px; font-weight: 650; }
.practice > legend { float: left; width: 100%; margin: 0; } .practice > legend + * { clear: both; }
.people { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
.choices { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 10px; }
.choice { position: relative; display: flex; align-items: center; gap: 12px; padding: 10px 40px 10px 10px; border: 1.5px solid var(--edge); border-radius: 14px; background: var(--paper); font-weight: 400; line-height: 1.3; cursor: pointer; min-width: 0; overflow-wrap: anywhere; }
.choice > span:last-child { min-width: 0; } .choice b { display: block; font-size: 16px; } .choice .soft { font-size: 14px; }
.choice:has(:checked) { border-color: var(--mark); box-shadow: inset 0 0 0 1px var(--mark); }
.choice input { position: absolute; right: 12px; top: calc(50% - 10px); width: 20px; height: 20px; margin: 0; accent-color: var(--mark); }
.choice:has(:focus-visible) { outline: 3px solid var(--mark); outline-offset: 2px; } .choice input:focus-visible { outline: 0; }
.shares { border-block: 1px solid var(--hair); }
.choices > .shares { grid-column: 1 / -1; order: 1; } .choice:not(:has(:checked)) + .shares { display: none; }
.shares label { display: grid; grid-template-columns: 22px minmax(0, 1fr) auto; gap: 0 14px; align-items: center; padding: 9px 0; font-weight: 400; cursor: pointer; }
.shares label + label { border-top: 1px solid var(--hair); }
.shares input { width: 22px; height: 22px; margin: 0; accent-color: var(--mark); }
.shares b { display: block; line-height: 1.3; }
.amount { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 20px; padding: 18px 24px; border-radius: 16px; background: var(--tint); }
.amount .sum { font-size: 38px; line-height: 1.1; font-weight: 680; letter-spacing: -.03em; white-space: normal; }
.to { display: flex; align-items: center; gap: 10px; font-size: 19px; min-width: 0; overflow-wrap: anywhere; }
.lines { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 6px 24px; font-size: 16px; }
.lines dt { color: var(--soft); } .lines dd { overflow-wrap: anywhere; }
.pays { border-block: 1px solid var(--hair); }
.pays li { display: grid; grid-template-columns: 42px minmax(0, 1fr) auto; gap: 2px 14px; padding: 12px 0; align-items: start; overflow-wrap: anywhere; }
.pays li + li { border-top: 1px solid var(--hair); }
.pays .avatar { grid-row: span 2; } .pays small { grid-column: 2 / 4; color: var(--soft); }
.names { display: flex; flex-wrap: wrap; gap: 8px; } .names li { background: var(--tint); border-radius: 10px; padding: 4px 12px; overflow-wrap: anywhere; min-width: 0; }
.factor { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 16px 20px; align-items: end; }
.device { background: var(--device); border-radius: 14px; padding: 10px 12px; display: grid; gap: 6px; }
.device output { background: var(--lcd); color: #1d2a1f; border-radius: 7px; padding: 6px 12px; font: 600 26px/1.2 ui-monospace, "JetBrains Mono", "DejaVu Sans Mono", monospace; letter-spacing: .06em; }
.device small { color: #e9dcea; }
.home { display: grid; gap: 28px; align-content: start; }
.name { display: flex; align-items: center; gap: 8px 16px; flex-wrap: wrap; } .name h1 { flex: 1 1 220px; }
.accounts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(280px, 100%), 1fr)); gap: 16px; }
.accounts section, .panel { background: var(--paper); border-radius: 18px; box-shadow: var(--shade); padding: 18px 20px; display: grid; gap: 12px; align-content: start; min-width: 0; }
.accounts h3 { display: flex; align-items: center; gap: 10px; font-size: 19px; font-weight: 650; line-height: 1.3; overflow-wrap: anywhere; }
.accounts li { display: flex; justify-content: space-between; gap: 4px 12px; flex-wrap: wrap; border-top: 1px solid var(--hair); padding-top: 10px; margin-top: 10px; line-height: 1.3; }
.accounts small { display: block; color: var(--soft); }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 28px; align-items: start; }
.rows > li { display: grid; grid-template-columns: 42px minmax(0, 1fr) auto; gap: 2px 14px; align-items: center; padding: 12px 0; border-top: 1px solid var(--hair); overflow-wrap: anywhere; }
.rows small { display: block; color: var(--soft); }
summary { cursor: pointer; padding: 12px 0; border-top: 1px solid var(--hair); }
.desk main { padding: 16px 24px; display: grid; grid-template-columns: minmax(0, 300px) 360px minmax(0, 300px); gap: 48px; justify-content: center; align-items: center; }
.phone { height: min(700px, calc(100vh - 70px)); min-height: 520px; border-radius: 46px; background: #120b14; padding: 9px; box-shadow: 0 0 0 1.5px #4d3a52, 0 24px 60px rgb(42 26 44 / .28); display: grid; min-width: 0; }
.screen { border-radius: 37px; overflow: hidden; background: var(--paper); display: grid; grid-template-rows: auto minmax(0, 1fr) auto; min-width: 0; }
.apphead { background: var(--head); color: var(--on-head); padding: 16px 24px 12px; } .apphead .brand { font-size: 18px; }
.appbody { padding: 16px 20px; overflow: auto; display: grid; gap: 14px; align-content: start; min-width: 0; }
.appbody h1 { font-size: 22px; } .appbody .amount { padding: 14px 16px; } .appbody .amount .sum { font-size: 30px; }
.appbody :is(.people, .choices, .lines) { grid-template-columns: minmax(0, 1fr); } .appbody .lines { gap: 0; } .appbody .lines dd { margin-bottom: 6px; }
.sheet { border-top: 1px solid var(--hair); background: var(--sand); padding: 12px 20px 16px; display: grid; gap: 10px; }
.touch { font: inherit; font-weight: 650; display: grid; justify-items: center; gap: 6px; border: 0; background: none; color: var(--ink); cursor: pointer; border-radius: 20px; padding: 4px 12px; }
.touch i { width: 76px; height: 76px; border-radius: 50%; background: var(--go); color: var(--on-go); display: grid; place-items: center; box-shadow: 0 0 0 6px var(--tint); margin: 6px; }
.finger { width: 50px; height: 50px; stroke-width: 1.4; }
.story { display: grid; gap: 14px; } .story li { color: var(--soft); gap: 12px; } .story [aria-current] { color: var(--ink); font-weight: 600; }
.story [aria-current]::before { background: var(--go); border-color: var(--go); color: var(--on-go); }
@media (max-height: 800px) and (min-width: 561px) {
  main.wrap { padding-block: 16px; } .card { padding: 20px 28px; gap: 14px; } .card h1 { font-size: 26px; } .stick { margin: 0 -28px -20px; padding: 12px 28px; }
  .practice { padding: 10px 14px; gap: 8px; } .people .choice { padding-block: 5px; } .part { gap: 7px; } .btn, .entry { min-height: 48px; height: 48px; } .btn.sm { height: auto; }
}
@media (max-width: 959px) {
  .two { grid-template-columns: minmax(0, 664px); gap: 16px; justify-content: center; }
  .facts { display: none; } .asker { padding: 0; }
  main.wrap { padding-block: 20px 28px; }
  .columns { grid-template-columns: minmax(0, 1fr); }
  .desk main { grid-template-columns: minmax(0, 360px); gap: 16px; } .story, #story { display: none; }
  .path li:not([aria-current]) { display: none; }
}
@media (min-width: 561px) {
  .card .choices .choice { flex-direction: column; align-items: flex-start; gap: 6px; padding-right: 10px; } .card .choices input { top: 12px; }
}
@media (max-width: 560px) {
  body { font-size: 16px; }
  h1 { font-size: 26px; }
  .wrap { padding: 0 16px; }
  .top .wrap { min-height: 52px; } .brand { font-size: 19px; } .path { font-size: 14px; }
  .acts .btn { padding-inline: 12px; } .until { font-size: 14px; }
  .strip { font-size: 14px; }
  main.wrap:not(.home) { padding: 16px 0 0; display: flex; flex-direction: column; } .asker { padding: 0 16px; }
  .card { border-radius: 20px 20px 0 0; padding: 20px 16px 0; gap: 18px; align-content: start; flex: 1; }
  .stick { margin: auto -16px 0; padding: 12px 16px 14px; border-radius: 0; }
  .amount { padding: 14px 16px; } .amount .sum { font-size: 30px; }
  .people, .choices, .factor { grid-template-columns: minmax(0, 1fr); }
  .choice { padding-block: 7px; }
  .pays li, .rows > li { grid-template-columns: 34px minmax(0, 1fr); } .pays .avatar, .rows .avatar { width: 34px; height: 34px; font-size: 13px; }
  .pays small { grid-column: 2; } .rows > li > :last-child { grid-column: 2; }
  .pays .sum { grid-column: 2; }
  .desk main { padding: 0; display: flex; flex-direction: column; align-items: stretch; gap: 0; } .beside { display: none; }
  .phone { flex: 1; height: auto; border-radius: 0; padding: 0; box-shadow: none; } .screen { border-radius: 0; overflow: visible; } .appbody { overflow: visible; } .sheet { position: sticky; bottom: 0; }
}
@media (forced-colors: active) { .btn, .choice, .avatar { border: 1.5px solid ButtonText; } }
`;
