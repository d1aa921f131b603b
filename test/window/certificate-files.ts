/** Files of a certificate and its key, as openssl writes them, and the view that imports them. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { OpenSsl, PASSWORD } from '../support/openssl-fixtures.ts';
import { test } from './fixtures.ts';

/** For the vault. */
export const PASSPHRASE = 'riktig hest batteri stift';

/** Makes `own.pem`, `own-key.pem` and `own.pfx` before the tests of a file, and deletes them after them. @returns their openssl, the path of a file, and what chooses files for an import */
export function useCertificateFiles() {
  let openssl: OpenSsl;
  test.beforeAll(() => {
    openssl = new OpenSsl();
    openssl.selfSigned('own', ['rsa:2048']);
    const pfx = 'pkcs12 -export -in own.pem -inkey own-key.pem -out own.pfx -name Egen-segl';
    openssl.run(pfx, '-passout', `pass:${PASSWORD}`);
  });
  test.afterAll(() => openssl.dispose());
  const file = (name: string) => join(openssl.folder, name);
  const choose = (page: Page, ...names: string[]) =>
    page.getByLabel('Certificate files').setInputFiles(names.map(file));
  return { openssl: () => openssl, file, choose };
}

export const list = (page: Page) => page.getByRole('region', { name: 'Certificates in the vault' });

export const inspector = (page: Page) => page.getByRole('region', { name: 'Certificate', exact: true });
