/** What comes of each import fixture, as plain data: under Node and inside Electron the reports must be equal. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { signRsaSha256 } from '../../shared/node/crypto.ts';
import { openFiles } from '../../main/core/certificates/open-files.ts';
import { encodeBase64 } from '../../shared/signing/base64.ts';
import type { ImportFixture } from '../support/openssl-fixtures.ts';

export type ImportReport = ImportFixture['expected'] & { title: string; signature?: string };

/** Not of an EC key, whose signature is another one each time. */
function signatureOf(title: string, signer: KeyObject): Pick<ImportReport, 'signature'> {
  return signer.asymmetricKeyType === 'ec'
    ? {}
    : { signature: encodeBase64(signRsaSha256(signer, Buffer.from(title))) };
}

export function importReport(fixtures: readonly ImportFixture[]): ImportReport[] {
  return fixtures.map(({ title, files, password }) => {
    const opened = openFiles(
      files.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, 'base64') })),
      password,
    );
    if (opened.kind === 'key-not-supported') return { title, kind: opened.kind, algorithm: opened.algorithm };
    if (opened.kind === 'too-short') return { title, kind: opened.kind, bits: opened.bits };
    const [identity] = opened.kind === 'opened' ? opened.identities : [];
    if (identity === undefined) return { title, kind: opened.kind };
    const { certificate, chain, key, friendlyName } = identity;
    const signer = createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' });
    return {
      title,
      kind: opened.kind,
      bits: certificate.rsaBits ?? 0,
      chain: chain.length,
      friendlyName: friendlyName ?? '',
      ...signatureOf(title, signer),
    };
  });
}
