/** A host whose system lets it have few files and connections open: however many clients come, nobody's work is lost. */
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { fresh } from '../../../shared/request/compose.ts';
import { requestStep } from '../../../shared/collection/request-step.ts';
import { folderForFile } from '../../support/folders.ts';
import { startedHost } from '../../support/host-process.ts';

const folder = folderForFile('descriptors');

/** Open files of the host: enough to start, and fewer than the connections that come. */
const [LIMIT, CLIENTS] = [200, 480];

/** A connection that says nothing, whether or not it is accepted. */
function silent(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', () => resolve(socket));
  });
}

it(`with ${LIMIT} files at most and ${CLIENTS} connections that say nothing, a host sends, records and saves; then it ends in order`, async () => {
  const host = await startedHost(folder, { openFiles: LIMIT });
  const { environment } = await host.call('app.status', {});
  const ports = [environment.redirectUri, environment.ownBank].map((url) => Number(new URL(url).port));
  const sockets: Socket[] = [];
  try {
    while (sockets.length < CLIENTS) {
      const next = ports.flatMap((port) => Array.from({ length: 30 }, () => silent(port)));
      sockets.push(...(await Promise.all(next)));
      const name = `Lagret ${sockets.length}`;
      const step = requestStep(name, fresh('createPayment'));
      await host.call('saved.save', { folder: '', step, over: null, seen: null });
      const { status, id } = await host.call('requests.send', fresh('createConsent'));
      expect(status).toBe(201);
      expect((await host.call('history.read', { id })).status).toBe(201);
    }
    const { entries } = await host.call('saved.list', {});
    expect(entries).toHaveLength(sockets.length / 60);
  } finally {
    for (const socket of sockets) socket.destroy();
    host.child.kill('SIGTERM');
  }
  expect(await host.ended).toBe(0);
});
