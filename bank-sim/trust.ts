/** The CAs whose certificates the bank accepts from TPPs (SIG-12). */
import { X509Certificate } from 'node:crypto';
import { StartError } from '../shared/node/start-error.ts';

export class TrustedAuthorities {
  private readonly own: readonly X509Certificate[];
  private others: readonly X509Certificate[];

  /**
   * @param ownCa PEM of the bank's own CA
   * @param others PEM; one text may contain several certificates
   * @throws StartError for a text that contains no certificate
   */
  constructor(ownCa: string, others: readonly string[]) {
    this.own = certificatesIn(ownCa);
    const read = certificatesOf(others);
    if (read === null) throw new StartError('A file given with --trust contains no PEM certificate.');
    this.others = read;
  }

  all(): readonly X509Certificate[] {
    return [...this.own, ...this.others];
  }

  /** PEM of those besides the bank's own. */
  otherPems(): string[] {
    return this.others.map((one) => one.toString());
  }

  /** Whether these are exactly the trusted CAs besides the bank's own. */
  isAlready(others: readonly string[]): boolean {
    const read = certificatesOf(others);
    const [now, then] = [read, this.others].map((all) => all?.map((one) => one.fingerprint256).toSorted());
    return now !== undefined && now.join() === then?.join();
  }

  /** Replaces the trusted CAs besides the bank's own. @returns null, or what is wrong; then nothing has changed */
  replace(others: readonly string[]): string | null {
    const read = certificatesOf(others);
    if (read === null) return 'One of the texts holds no PEM certificate.';
    this.others = read;
    return null;
  }
}

/** Null if a text contains no certificate or an invalid one. */
function certificatesOf(pems: readonly string[]): X509Certificate[] | null {
  try {
    const found = pems.map(certificatesIn);
    return found.some(({ length }) => length === 0) ? null : found.flat();
  } catch {
    return null;
  }
}

function certificatesIn(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----(?:(?!-----)[\s\S])+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}
