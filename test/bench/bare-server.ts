/**
 * The measure of the bank's throughput: a node:https server that gets the bank's own requests, does one RSA verification
 * and one SQLite read for each, and answers with as many bytes. It parses nothing and checks nothing else.
 */
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import Sqlite from 'better-sqlite3';

const [keyFile = '', certFile = '', publicFile = '', signedFile = '', bodyFile = ''] = process.argv.slice(2);
const key = createPublicKey(readFileSync(publicFile));
const signed = readFileSync(signedFile);
const db = new Sqlite(':memory:');
db.exec('CREATE TABLE answer (id TEXT PRIMARY KEY, body TEXT)');
db.prepare('INSERT INTO answer VALUES (?, ?)').run('a', readFileSync(bodyFile, 'utf8'));
const read = db.prepare<[string], { body: string }>('SELECT body FROM answer WHERE id = ?');

const server = createServer(
  { key: readFileSync(keyFile), cert: readFileSync(certFile) },
  (request, response) => {
    const signature = Buffer.from(String(request.headers['x-bare-signature']), 'base64');
    const right = verify('RSA-SHA256', signed, key, signature);
    const body = Buffer.from(read.get('a')?.body ?? '');
    response.writeHead(right ? 200 : 400, {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    });
    response.end(body);
  },
);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(JSON.stringify({ port: typeof address === 'object' && address ? address.port : 0 }));
});
