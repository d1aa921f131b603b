/**
 * The look of the bank's simulated app (HDR-4). On a phone it fills the screen; in a larger window a phone is drawn around it,
 * so that an audience sees where the PSU is.
 */
export const APP_STYLE = `
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
