/**
 * The protections of the desktop host as data: how each is removed from the source, and the row of a test that must then fail.
 * docs/security.md lists them by the items of Electron's security checklist.
 */
export interface Protection {
  name: string;
  file: string;
  /** Text that occurs once in the file, and what it becomes without the protection. */
  find: string;
  becomes: string;
  /** Part of what the failed test prints. */
  fails: string;
  /** Title of the test in the window, or a file of other tests; if left out, the table of the window, or of the PSU's view for its file. */
  test?: string;
}

const PAGES = 'main/electron/page-security.ts';
const PSU_VIEW = 'main/electron/psu-view.ts';

export const WINDOW = 'the window refuses';
export const VIEW = "the PSU's view refuses";

/** Preferences that are switched to their opposites. */
const PREFERENCES = [
  'contextIsolation: true',
  'sandbox: true',
  'nodeIntegration: false',
  'nodeIntegrationInSubFrames: false',
  'webSecurity: true',
  'allowRunningInsecureContent: false',
  'experimentalFeatures: false',
  'webviewTag: false',
];

/** Fuses of the packaged program, which are blown the other way. */
const FUSES = [
  'runAsNode: false',
  'enableCookieEncryption: true',
  'enableNodeOptionsEnvironmentVariable: false',
  'enableNodeCliInspectArguments: false',
  'enableEmbeddedAsarIntegrityValidation: true',
  'onlyLoadAppFromAsar: true',
  'grantFileProtocolExtraPrivileges: false',
];

const switched = (setting: string) =>
  setting.endsWith('true') ? setting.replace('true', 'false') : setting.replace('false', 'true');

export const PROTECTIONS: readonly Protection[] = [
  ...PREFERENCES.map((find) => ({
    name: find,
    file: PAGES,
    find: `  ${find},`,
    becomes: `  ${switched(find)},`,
    fails: 'safe preferences',
  })),
  ...FUSES.map((find) => ({
    name: `fuse ${find}`,
    file: 'electron-builder.yml',
    find,
    becomes: switched(find),
    fails: 'the fuses of the package',
    test: 'the fuses of the package',
  })),
  {
    name: 'Electron is pinned',
    file: 'package.json',
    find: '"electron": "',
    becomes: '"electron": "^',
    fails: 'one exact version of Electron',
    test: 'one exact version of Electron',
  },
  {
    name: 'scheme of openExternal',
    file: 'main/core/sca/allowed-pages.ts',
    find: "return protocol === 'https:';",
    becomes: "return protocol !== '';",
    fails: 'opens nothing',
    test: 'test/security/links-outside.test.ts',
  },
  {
    name: 'openExternal only for links that a bank has sent',
    file: 'main/core/sca/allowed-pages.ts',
    find: 'this.seen.has(href) ? URL.parse(href) : null',
    becomes: 'URL.parse(href)',
    fails: 'opens in the system browser once',
    test: 'test/security/links-outside.test.ts',
  },
  {
    name: 'core dumps',
    file: 'main/core-dumps.ts',
    find: "'/proc/self/coredump_filter', '0'",
    becomes: "'/proc/self/coredump_filter', '0x33'",
    fails: 'nothing from its memory',
    test: 'test/security/core-dumps.test.ts',
  },
  {
    name: 'no Blink features are switched on',
    file: PAGES,
    find: '  webSecurity: true,',
    becomes: "  webSecurity: true,\n  enableBlinkFeatures: 'PreciseMemoryInfo',",
    fails: 'safe preferences',
  },
  {
    name: 'Content-Security-Policy',
    file: 'main/renderer-files.ts',
    find: "'Content-Security-Policy':",
    becomes: "'X-No-Policy':",
    fails: 'the policy stops',
  },
  {
    name: 'permission requests',
    file: PAGES,
    find: 'answer(isCopying(permission, requestingUrl))',
    becomes: 'answer(true || isCopying(permission, requestingUrl))',
    fails: 'permissions are denied when a page asks',
  },
  {
    name: 'permission checks',
    file: PAGES,
    find: '=> isCopying(permission, origin)',
    becomes: '=> true || isCopying(permission, origin)',
    fails: 'permissions are denied when a page looks',
  },
  {
    name: 'permission requests of the PSU view',
    file: PSU_VIEW,
    find: 'answer(false)',
    becomes: 'answer(true)',
    fails: 'permissions are denied when a page asks',
  },
  {
    name: 'permission checks of the PSU view',
    file: PSU_VIEW,
    find: 'setPermissionCheckHandler(() => false)',
    becomes: 'setPermissionCheckHandler(() => true)',
    fails: 'permissions are denied when a page looks',
  },
  {
    name: 'new windows',
    file: PAGES,
    find: "({ action: 'deny' })",
    becomes: "({ action: 'allow' })",
    fails: 'no new window opens',
  },
  {
    name: 'webview',
    file: PAGES,
    find: "contents.on('will-attach-webview', (event) => event.preventDefault());",
    becomes: '',
    fails: 'no webview is attached',
  },
  {
    name: 'navigation',
    file: PAGES,
    find: "contents.on('will-frame-navigate', check);",
    becomes: '',
    fails: 'a frame does not go to another address',
  },
  {
    name: 'redirects',
    file: PAGES,
    find: "contents.on('will-redirect', check);",
    becomes: '',
    fails: 'is not redirected',
    test: VIEW,
  },
  {
    name: 'onBeforeRequest of the window',
    file: PAGES,
    find: 'decide({ cancel: true })',
    becomes: 'decide({ cancel: false })',
    fails: 'the session loads nothing from elsewhere',
  },
  {
    name: 'downloads',
    file: PAGES,
    find: 'if (!item.getURL().startsWith(`${APP_ORIGIN}/download/`)) event.preventDefault();',
    becomes: 'if (event.defaultPrevented) console.log(item.getURL());',
    fails: 'a page saves no file',
  },
  {
    name: 'client certificates',
    file: PAGES,
    find: 'choose();',
    becomes: '',
    fails: "from the operating system's store",
  },
  {
    name: 'onBeforeRequest of the PSU view',
    file: PSU_VIEW,
    find: '!origins.has(new URL(details.url).origin)',
    becomes: 'false',
    fails: "the PSU's page loads nothing from elsewhere",
  },
  {
    name: 'the pinned CA',
    file: PSU_VIEW,
    find: ' ? 0 : -2',
    becomes: ' ? 0 : 0',
    fails: 'is not the bank',
  },
  {
    name: 'the PSU session is its own and in memory',
    file: PSU_VIEW,
    find: "PARTITION = 'psu'",
    becomes: "PARTITION = 'persist:psu'",
    fails: 'in memory only',
  },
  {
    name: 'dialogs and printing',
    file: PSU_VIEW,
    find: "'sandbox allow-forms",
    becomes: "'sandbox allow-modals allow-forms",
    fails: 'no dialog and no printing',
  },
  {
    name: 'about:blank',
    file: PSU_VIEW,
    find: 'if (!isBanks(new URL(shown))) closeThis();',
    becomes: 'if (!isBanks(new URL(shown))) console.log(shown);',
    fails: 'exceeded while waiting on the predicate',
  },
  {
    name: 'no preload in the PSU view',
    file: PSU_VIEW,
    find: '...SAFE_PAGE,',
    becomes: "...SAFE_PAGE, preload: require('node:path').join(__dirname, '../preload/preload.cjs'),",
    fails: 'sees no workbench',
  },
  {
    name: 'WebRTC',
    file: PAGES,
    find: "'disable_non_proxied_udp'",
    becomes: "'default'",
    fails: 'WebRTC tells no address',
    test: VIEW,
  },
  {
    name: 'resolver rules',
    file: PAGES,
    find: "'host-resolver-rules'",
    becomes: "'x-host-resolver-rules'",
    fails: 'Chromium finds no address',
  },
  {
    name: 'spell checker',
    file: PAGES,
    find: 'setSpellCheckerEnabled(false)',
    becomes: 'setSpellCheckerEnabled(true)',
    fails: 'Chromium finds no address',
  },
  {
    name: 'no traffic of its own',
    file: 'main/electron/main.ts',
    find: 'disableChromiumTraffic(app);',
    becomes: '',
    fails: 'no address is contacted',
    test: 'no address is contacted',
  },
  {
    name: 'sender of IPC messages: origin',
    file: 'main/electron/ipc-gate.ts',
    find: 'frame.origin === APP_ORIGIN',
    becomes: 'frame.origin !== null',
    fails: 'the IPC gate answers',
  },
  {
    name: 'sender of IPC messages: top frame',
    file: 'main/electron/ipc-gate.ts',
    find: 'frame === event.sender.mainFrame && ',
    becomes: '',
    fails: 'the IPC gate answers',
  },
  {
    name: 'host of the scheme',
    file: 'main/electron/protocol.ts',
    find: 'if (url.host !== HOST)',
    becomes: "if (url.host === '')",
    fails: 'the scheme serves one host',
  },
  {
    name: 'folder of the scheme',
    file: 'main/renderer-files.ts',
    find: "file.startsWith(root + sep) && !file.includes('\\0') ? file : null",
    becomes: 'file',
    fails: 'the scheme serves one host',
  },
  {
    name: 'Electron is not exposed to the page',
    file: 'main/electron/preload.ts',
    find: "exposeInMainWorld('tppHost', transport)",
    becomes: "exposeInMainWorld('tppHost', { ...transport, send: ipcRenderer.send })",
    fails: 'only the transport',
  },
];
