/** The CAs that the local bank accepts in production (SIG-12): those of the vault, and those that the user has added. */
import type { CertificateView } from '../../../shared/contract/certificates.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { readableCertificate } from '../../../shared/node/crypto.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.testAuthority;

const BLOCK = /-----BEGIN CERTIFICATE-----(?:(?!-----)[\s\S])+-----END CERTIFICATE-----/g;

interface Issued {
  name: string;
  pem: string;
  /** PEM of the issuing certificates, nearest first. */
  chain: readonly string[];
}

export class BankTrust {
  private readonly added: { read: () => string[]; write: (pems: string[]) => void };
  private readonly own: () => string[];

  /** @param added PEM of the added CAs @param own PEM of the CAs in the vault */
  constructor(added: BankTrust['added'], own: () => string[]) {
    this.added = added;
    this.own = own;
  }

  /** PEM of every CA that the bank trusts in addition to its own. */
  all(): string[] {
    return [...this.own(), ...this.added.read()];
  }

  of({ pem, chain }: Omit<Issued, 'name'>): CertificateView['bankTrust'] {
    if (issuersIn(this.own(), pem).length > 0) return 'own';
    if (issuersIn(this.added.read(), pem).length > 0) return 'added';
    return issuersIn(chain, pem).length > 0 ? 'known' : 'unknown';
  }

  /** @param ca PEM, if the CA did not come with the certificate @throws HostError if none of them has issued it */
  add({ name, pem, chain }: Issued, ca: string | null): void {
    const [issuer] = issuersIn(ca === null ? chain : (ca.match(BLOCK) ?? []), pem);
    if (issuer === undefined) throw new HostError('bad-input', t.notItsCa(name));
    this.added.write([...new Set([...this.added.read(), issuer])]);
  }

  remove({ pem }: Pick<Issued, 'pem'>): void {
    const gone = new Set(issuersIn(this.added.read(), pem));
    this.added.write(this.added.read().filter((one) => !gone.has(one)));
  }
}

/** The CAs among `pems` that issued a certificate. Unreadable ones are skipped. */
function issuersIn(pems: readonly string[], issued: string): string[] {
  const leaf = readableCertificate(issued);
  return pems.filter((pem) => {
    try {
      const ca = readableCertificate(pem);
      return ca?.ca === true && leaf !== null && leaf.checkIssued(ca) && leaf.verify(ca.publicKey);
    } catch {
      return false;
    }
  });
}
