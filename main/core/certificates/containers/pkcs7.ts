/** Certificates in PKCS#7 files (RFC 5652), which Windows and Java write as `.p7b`. They have no keys. */
import { type Certificate, readCertificate } from '../../../../shared/signing/certificate.ts';
import { derChildren, type DerNode, expectTag, oidText, TAG } from '../../../../shared/signing/der.ts';

/** Whether DER bytes start like signed data. */
export function isPkcs7(outer: DerNode): boolean {
  const [type] = derChildren(outer);
  return type?.tag === TAG.oid && oidText(type.value) === '1.2.840.113549.1.7.2';
}

/** In the order of the file, which says nothing: they are a set (RFC 5652, 5.1). @throws DerError */
export function certificatesInPkcs7(outer: DerNode): Certificate[] {
  const [signed] = derChildren(expectTag(derChildren(outer)[1], 0xa0, 'The content of the PKCS#7 file'));
  const fields = derChildren(expectTag(signed, TAG.sequence, 'The content of the PKCS#7 file'));
  // [0] IMPLICIT CertificateSet; its other choices are obsolete.
  const set = fields.find(({ tag }) => tag === 0xa0);
  const list = set === undefined ? [] : derChildren(set);
  return list.flatMap(({ tag, raw }) => (tag === TAG.sequence ? [readCertificate(raw)] : []));
}
