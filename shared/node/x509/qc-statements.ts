/** The qcStatements extension of PSD2 certificates (ETSI EN 319 412-5, ETSI TS 119 495, 5.1). */
import type { Psd2Role } from '../../signing/certificate.ts';
import { TAG } from '../../signing/der.ts';
import { der, derOid, derSequence } from '../../signing/der-write.ts';

/** What a PSD2 certificate states about its holder. */
export interface Psd2Statement {
  /** `seal` for a QSealC, `web` for a QWAC. */
  type: 'seal' | 'web';
  roles: readonly Psd2Role[];
  /** Name of the national competent authority. */
  authorityName: string;
  /** Its id, which consists of country and abbreviation: `NO-FSA`. */
  authorityId: string;
}

const ROLE_OID: Record<Psd2Role, string> = {
  PSP_AS: '0.4.0.19495.1.1',
  PSP_PI: '0.4.0.19495.1.2',
  PSP_AI: '0.4.0.19495.1.3',
  PSP_IC: '0.4.0.19495.1.4',
};
const TYPE_OID = { seal: '0.4.0.1862.1.6.2', web: '0.4.0.1862.1.6.3' } as const;
/** Where a real CA would publish its PKI disclosure statement (EN 319 412-5, 5.2 requires QcPDS). */
const PDS = { url: 'https://pds.example/en.pdf', language: 'en' } as const;

/** The DER value of the extension: QcCompliance, QcType, QcPDS, and the PSD2 statement. */
export function qcStatements({ type, roles, authorityName, authorityId }: Psd2Statement): Uint8Array {
  return derSequence(
    derSequence(derOid('0.4.0.1862.1.1')),
    derSequence(derOid('0.4.0.1862.1.6'), derSequence(derOid(TYPE_OID[type]))),
    derSequence(
      derOid('0.4.0.1862.1.5'),
      derSequence(derSequence(text(TAG.ia5, PDS.url), text(TAG.printable, PDS.language))),
    ),
    derSequence(
      derOid('0.4.0.19495.2'),
      derSequence(
        derSequence(...roles.map((role) => derSequence(derOid(ROLE_OID[role]), text(TAG.utf8, role)))),
        text(TAG.utf8, authorityName),
        text(TAG.utf8, authorityId),
      ),
    ),
  );
}

function text(tag: number, value: string): Uint8Array {
  return der(tag, new TextEncoder().encode(value));
}
