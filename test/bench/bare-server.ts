/**
 * The measure of the bank's throughput: a node:https server that gets the bank's own requests, does one RSA verification
 * and one SQLite read for each, and answers with as many bytes. It parses nothing and checks nothing else. With a key and a
 * certificate to sign with, it signs the answer on libuv's threads too.
 */
import { createPrivateKey, createPublicKey, sign, verify, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import Sqlite from 'better-sqlite3';

const [keyFile = '', certFile = '', publicFile = '', signedFile = '', bodyFile = '', ...signing] =
  process.argv.slice(2);
const key = createPublicKey(readFileSync(publicFile));
const signed = readFileSync(signedFile);
const db = new Sqlite(':memory:');
db.exec('CREATE TABLE answer (id TEXT PRIMARY KEY, body TEXT)');
db.prepare('INSERT INTO answer VALUES (?, ?)').run('a', readFileSync(bodyFile, 'utf8'));
const read = db.prepare<[string], { body: string }>('SELECT body FROM answer WHERE id = ?');
const signer = signerOf(signing);

/** Gives the headers that sign an answer to a function; none without a key. */
function signerOf([signingKey, certificate]: string[]): (then: (headers: object) => void) => void {
  if (signingKey === undefined || certificate === undefined) return (then) => then({});
  const own = createPrivateKey(readFileSync(signingKey));
  const encoded = new X509Certificate(readFileSync(certificate)).raw.toString('base64');
  return (then) =>
    sign('RSA-SHA256', signed, own, (error, signature) => {
      if (error) throw error;
      then({ Signature: signature.toString('base64'), 'TPP-Signature-Certificate': encoded });
    });
}

function answer(response: ServerResponse, status: number, body: Buffer, headers: object): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    ...headers,
  });
  response.end(body);
}

const server = createServer(
  { key: readFileSync(keyFile), cert: readFileSync(certFile) },
  (request, response) => {
    const signature = Buffer.from(String(request.headers['x-bare-signature']), 'base64');
    const right = verify('RSA-SHA256', signed, key, signature);
    const body = Buffer.from(read.get('a')?.body ?? '');
    signer((headers) => answer(response, right ? 200 : 400, body, headers));
  },
);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(JSON.stringify({ port: typeof address === 'object' && address ? address.port : 0 }));
});
