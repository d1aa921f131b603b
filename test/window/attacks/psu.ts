/** What a bank's page could try in the PSU's view. */
import { startTlsServer } from '../../support/tls-server.ts';
import {
  type Attack,
  hostDownload,
  navigation,
  newWindows,
  permissionRequest,
  permissionStates,
  preferences,
  SAFE,
} from './attack.ts';

export const psuAttacks: readonly Attack[] = [
  {
    title: "the PSU's page comes over HTTPS and sees no workbench, no Node.js, no opener",
    attack: ({ page }) =>
      page.evaluate(() => [
        window.location.protocol,
        'tppHost' in window,
        typeof globalThis.process,
        window.opener === null && window.parent === window,
      ]),
    refused: ['https:', false, 'undefined', true],
  },
  {
    title: "the PSU's view runs with safe preferences",
    attack: (attacker) => preferences(attacker, [...Object.keys(SAFE), 'preload']),
    refused: { ...SAFE, preload: undefined },
  },
  {
    title: "the PSU's session is in memory only and cannot reach the window's scheme",
    attack: ({ page, app }) =>
      app.evaluate(({ session, webContents }, url) => {
        const psu = webContents.getAllWebContents().find((one) => one.getURL() === url)?.session;
        return [psu?.isPersistent(), psu?.protocol.isProtocolHandled('app'), psu === session.defaultSession];
      }, page.url()),
    refused: [false, false, false],
  },
  {
    title: 'no dialog and no printing blocks the page',
    attack: ({ page }) =>
      page.evaluate(() => {
        window.alert('x');
        window.print();
        return window.confirm('x');
      }),
    refused: false,
  },
  permissionStates,
  permissionRequest,
  newWindows,
  hostDownload,
  {
    title: "the PSU's page loads nothing from elsewhere",
    attack: ({ page, canary }) =>
      page.evaluate(
        (url) =>
          Promise.all([
            fetch(`${url}/call`).then(
              () => 'read',
              () => 'refused',
            ),
            new Promise((resolve) => {
              const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`);
              socket.addEventListener('open', () => resolve('open'));
              socket.addEventListener('error', () => resolve('refused'));
            }),
            new Promise((resolve) => {
              const image = new Image();
              image.addEventListener('load', () => resolve('loaded'));
              image.addEventListener('error', () => resolve('refused'));
              image.src = `${url}/image`;
            }),
          ]),
        canary.url,
      ),
    refused: ['refused', 'refused', 'refused'],
  },
  navigation,
  {
    title: "the PSU's page does not go to a document that it made itself",
    attack: async ({ page }) => {
      await page.evaluate(() => {
        window.location.href = URL.createObjectURL(new Blob(['<h1>bank</h1>'], { type: 'text/html' }));
      });
      return page.evaluate(() => window.location.protocol);
    },
    refused: 'https:',
  },
  {
    title: "the PSU's page is not redirected to another address, even if its session would load it",
    attack: ({ app, canary }) =>
      app.evaluate(async ({ session, webContents }, url) => {
        const psu = session.fromPartition('psu');
        const contents = webContents.getAllWebContents().find((one) => one.session === psu);
        const event = { url, prevented: false, preventDefault: () => (event.prevented = true) };
        contents?.emit('will-redirect', event);
        return event.prevented;
      }, canary.url),
    refused: true,
  },
  {
    title: 'WebRTC tells no address and sends no packet',
    attack: ({ page, app }) =>
      Promise.all([
        app.evaluate(({ session, webContents }) =>
          webContents
            .getAllWebContents()
            .find((one) => one.session === session.fromPartition('psu'))
            ?.getWebRTCIPHandlingPolicy(),
        ),
        page.evaluate(async () => {
          const connection = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:9' }] });
          const found: string[] = [];
          connection.createDataChannel('x');
          const done = new Promise<void>((resolve) => {
            connection.addEventListener('icecandidate', ({ candidate }) => {
              if (candidate === null) resolve();
              else found.push(candidate.candidate);
            });
          });
          await connection.setLocalDescription(await connection.createOffer());
          await done;
          connection.close();
          return found;
        }),
      ]),
    refused: ['disable_non_proxied_udp', []],
  },
  {
    title: "a server with another CA's certificate is not the bank",
    attack: async ({ app }) => {
      const server = await startTlsServer('Simulated bank CA', (_request, response) =>
        response.end('not the bank'),
      );
      try {
        return await app.evaluate(({ session }, url) => {
          const psu = session.fromPartition('psu');
          // As if it were at the bank's own address.
          psu.webRequest.onBeforeRequest(null);
          return psu.fetch(url).then(
            (answer) => answer.text(),
            () => 'refused',
          );
        }, new URL(server.baseUrl).origin);
      } finally {
        await server.stop();
      }
    },
    refused: 'refused',
  },
];
