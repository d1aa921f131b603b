/** Run in a network of its own that has 127.0.0.1 and nothing else: starts a workbench, uses it, and prints what its listeners answered. */
import { createServer } from 'node:net';
import { fresh } from '../../shared/requests/compose.ts';
import { callCore, startCore } from './workbench.ts';

/** Why nothing can listen on the other loopback address. */
const sixth = await new Promise<unknown>((resolve) => {
  const server = createServer().once('error', (error) => resolve('code' in error ? error.code : null));
  server.listen(0, '::1', () => server.close(() => resolve(null)));
});
const workbench = await startCore(process.argv[2] ?? '');
const { status, links } = await callCore(workbench, 'requests.send', fresh('createConsent'));
const { environment } = await callCore(workbench, 'app.status', {});
const pages = [links.find(({ name }) => name === 'scaRedirect')?.href ?? '', environment.redirectUri];
const opened = await Promise.all(pages.map(async (page) => (await fetch(page)).status));
await workbench.stop();
console.log(JSON.stringify({ sixth, status, opened }));
