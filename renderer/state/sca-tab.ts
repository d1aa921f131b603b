/**
 * Which tab of a browser began the last SCA: the PSU's return is shown there, and not in every tab that is open. It is in the storage that
 * the tabs share, and forgotten with its tab.
 */
const KEY = 'sca/tab';
const OWN = crypto.randomUUID();

export function beginsHere(): void {
  localStorage.setItem(KEY, OWN);
}

export function beganInOther(): boolean {
  const tab = localStorage.getItem(KEY);
  return tab !== null && tab !== OWN;
}

window.addEventListener('pagehide', () => {
  if (localStorage.getItem(KEY) === OWN) localStorage.removeItem(KEY);
});
