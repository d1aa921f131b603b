/** What someone could try who has a script in the workbench's own window. */
import { join } from 'node:path';
import {
  type Attack,
  type Attacker,
  download,
  navigation,
  newWindows,
  permissionRequest,
  permissionStates,
  preferences,
  SAFE,
} from './attack.ts';

const PRELOAD = join(import.meta.dirname, '../../../dist/preload/preload.cjs');
const REFUSED = {
  ok: false,
  error: { kind: 'refused', message: 'Only the workbench itself may call the workbench.' },
};
const CALL = "window.tppHost.invoke('app.status', {})";

/** Opens a window with our preload on some page, runs a script in it, and closes it. */
function inWindow({ app }: Attacker, url: string, script: string): Promise<unknown> {
  return app.evaluate(
    async ({ BrowserWindow }, given) => {
      const window = new BrowserWindow({
        show: false,
        webPreferences: {
          preload: given.preload,
          contextIsolation: true,
          sandbox: true,
          nodeIntegrationInSubFrames: true,
        },
      });
      await window.loadURL(given.url);
      const result: unknown = await window.webContents.executeJavaScript(given.script);
      window.destroy();
      return result;
    },
    { url, script, preload: PRELOAD },
  );
}

/** The parts of the policy that the attack below runs into. */
const DIRECTIVES = [
  'connect-src',
  'form-action',
  'frame-src',
  'img-src',
  'script-src-elem',
  'style-src-elem',
];

/** A page that has no policy, where only the host stands in the way. */
const BARE = 'data:text/html,<title>foreign</title>';

export const windowAttacks: readonly Attack[] = [
  {
    title: 'the page sees neither Node.js nor Electron, only the transport',
    attack: ({ page }) =>
      page.evaluate(() => [
        typeof globalThis.process,
        'require' in globalThis,
        'ipcRenderer' in globalThis,
        Object.keys(window.tppHost ?? {}).toSorted(),
      ]),
    refused: ['undefined', false, false, ['invoke', 'subscribe']],
  },
  {
    title: 'the window runs with safe preferences',
    attack: (attacker) => preferences(attacker, Object.keys(SAFE)),
    refused: SAFE,
  },
  {
    title: 'the policy stops scripts, styles, pictures, calls, frames and forms from elsewhere',
    attack: ({ page, canary }) =>
      page.evaluate(
        async ([url, directives]) => {
          const left = new Set(directives);
          const all = new Promise<void>((resolve) => {
            document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
              left.delete(effectiveDirective);
              if (left.size === 0) resolve();
            });
          });
          const add = (name: string, values: object) => {
            const element = Object.assign(document.createElement(name), values);
            document.body.append(element);
            return element;
          };
          const added = [
            add('script', { textContent: 'window.injected = true' }),
            add('style', { textContent: 'body { display: none }' }),
            add('img', { src: `${url}/img` }),
            add('iframe', { src: `${url}/frame` }),
          ];
          const form = add('form', { action: `${url}/form` }) as HTMLFormElement;
          form.submit();
          await fetch(`${url}/call`).catch(() => undefined);
          await all;
          for (const element of [...added, form]) element.remove();
          return 'injected' in window;
        },
        [canary.url, DIRECTIVES] as const,
      ),
    refused: false,
  },
  permissionStates,
  permissionRequest,
  {
    title: 'what is on the clipboard is not for the page',
    attack: ({ page }) =>
      page.evaluate(() => navigator.clipboard.readText().catch((error: Error) => error.name)),
    refused: 'NotAllowedError',
  },
  newWindows,
  download,
  navigation,
  {
    title: 'a frame does not go to another address',
    attack: (attacker) => {
      const { app, canary } = attacker;
      const prevented = app.evaluate(
        ({ app: electron }) =>
          new Promise((resolve) => {
            electron.once('web-contents-created', (_event, contents) => {
              contents.once('will-frame-navigate', (event) => resolve(event.defaultPrevented));
            });
          }),
      );
      const frame = `document.body.append(Object.assign(document.createElement('iframe'), { src: '${canary.url}/framed' }))`;
      return Promise.all([
        prevented,
        inWindow(attacker, BARE, `${frame}, new Promise((end) => setTimeout(end, 200))`),
      ]).then(([result]) => result);
    },
    refused: true,
  },
  {
    title: 'the window loads nothing from elsewhere, even without its policy',
    attack: (attacker) =>
      inWindow(
        attacker,
        BARE,
        `Promise.all(['${attacker.canary.url}/call', 'file:///etc/passwd'].map((url) =>
          fetch(url).then(() => 'read', () => 'refused')))`,
      ),
    refused: ['refused', 'refused'],
  },
  {
    title: 'the session loads nothing from elsewhere, whoever asks',
    attack: ({ app, canary }) =>
      app.evaluate(
        ({ session }, url) =>
          session.defaultSession.fetch(url).then(
            () => 'read',
            ({ message }: Error) => message,
          ),
        `${canary.url}/session`,
      ),
    refused: 'net::ERR_BLOCKED_BY_CLIENT',
  },
  {
    title: 'the scheme serves one host and nothing outside its folder',
    attack: ({ app }) =>
      app.evaluate(({ session }) =>
        Promise.all(
          [
            'app://workbench/index.html',
            'app://other/index.html',
            'app://workbench/%2e%2e/main/main.cjs',
            'app://workbench/..%2f..%2fpackage.json',
          ].map(async (url) => (await session.defaultSession.fetch(url)).status),
        ),
      ),
    refused: [200, 404, 404, 404],
  },
  {
    title: 'the IPC gate answers the top frame of the workbench only',
    attack: async (attacker) => [
      await inWindow(attacker, 'app://workbench/', CALL).then((answer) => (answer as { ok: boolean }).ok),
      await inWindow(attacker, BARE, CALL),
      await inWindow(
        attacker,
        'app://workbench/',
        `new Promise((resolve) => {
          const frame = document.createElement('iframe');
          frame.srcdoc = '<p>inside</p>';
          frame.addEventListener('load', () => resolve(frame.contentWindow.tppHost.invoke('app.status', {})));
          document.body.append(frame);
        })`,
      ),
    ],
    refused: [true, REFUSED, REFUSED],
  },
  {
    title: 'no webview is attached',
    attack: ({ app }) =>
      app.evaluate(async ({ BrowserWindow }) => {
        const window = new BrowserWindow({ show: false, webPreferences: { webviewTag: true } });
        await window.loadURL('data:text/html,<webview src="data:text/html,inside"></webview>');
        const prevented = new Promise((resolve) => {
          window.webContents.once('will-attach-webview', (event) => resolve(event.defaultPrevented));
        });
        await window.webContents.executeJavaScript(
          "void document.body.append(Object.assign(document.createElement('webview'), { src: 'data:text/html,x' }))",
        );
        const result = await prevented;
        window.destroy();
        return result;
      }),
    refused: true,
  },
  {
    title: "no server gets a certificate from the operating system's store",
    attack: ({ app }) =>
      app.evaluate(
        ({ app: electron, BrowserWindow }) =>
          new Promise((resolve) => {
            const contents = BrowserWindow.getAllWindows()[0]?.webContents;
            let prevented = false;
            const event = { preventDefault: () => (prevented = true) };
            electron.emit(
              'select-client-certificate',
              event,
              contents,
              'https://localhost',
              [],
              (chosen: unknown) => resolve([prevented, chosen === undefined]),
            );
          }),
      ),
    refused: [true, true],
  },
  {
    title: 'Chromium finds no address but this machine, and has no spell checker and no proxy',
    attack: ({ app }) =>
      app.evaluate(async ({ app: electron, session }) => {
        const at = (host: string) =>
          session.defaultSession.resolveHost(host).then(
            ({ endpoints }) => endpoints.length > 0,
            () => false,
          );
        return [
          await at('localhost'),
          await at('203.0.113.7'),
          session.defaultSession.isSpellCheckerEnabled(),
          session.fromPartition('psu').isSpellCheckerEnabled(),
          await session.defaultSession.resolveProxy('https://bank.example/'),
          electron.commandLine.hasSwitch('disable-background-networking'),
        ];
      }),
    refused: [true, false, false, false, 'DIRECT', true],
  },
];
