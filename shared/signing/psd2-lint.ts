/** What is odd about the statements of a qualified PSD2 certificate, and about the names that must agree with them. */
import { type Certificate, QC_TYPE_OIDS, ROLES } from './certificate.ts';
import { type Finding, finding } from './certificate-finding.ts';
import { TAG } from './der.ts';
import { QC_COMPLIANCE, type QcStatements, type StatementText } from './qc-statements.ts';

const QC_TYPE_SIGNATURE = '0.4.0.1862.1.6.1';
/** Country codes of the EU that are not of ISO 3166. */
const NOT_ISO = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
]);
/** Country and authority of `PSDNO-FSA-123456789`, or null for another form (TS 119 495, 5.2.1). */
export function psdOf(identifier: string): { country: string; authority: string } | null {
  const [, country, authority] = /^PSD([A-Z]{2})-([A-Z]{2,8})-\S+$/.exec(identifier) ?? [];
  return country !== undefined && authority !== undefined ? { country, authority } : null;
}

/** A finding for codes of the EU that are not of ISO 3166. */
export function isoCountry(field: string, code: string): Finding[] {
  const right = NOT_ISO.get(code);
  return right === undefined ? [] : [finding('warning', 'country-not-iso', field, code, right)];
}

/** Findings about the qcStatements (ETSI EN 319 412-5, TS 119 495, 5). */
export function statementsOf(qc: QcStatements, certificate: Certificate): Finding[] {
  const found: Finding[] = [];
  if (!qc.ids.includes(QC_COMPLIANCE)) found.push(finding('warning', 'qc-compliance-missing'));
  if (qc.pds.length === 0) found.push(finding('note', 'qc-pds-missing'));
  found.push(...typeOf(qc.types));
  if (qc.psd2 === null) return [...found, finding('error', 'psd2-missing')];
  return [...found, ...rolesOf(qc.psd2, certificate), ...authorityOf(qc.psd2, certificate)];
}

function typeOf([type, ...more]: readonly string[]): Finding[] {
  if (type === undefined) return [finding('warning', 'qc-type-missing')];
  if (more.length > 0) return [finding('warning', 'qc-type-several')];
  if (type === QC_TYPE_SIGNATURE) return [finding('error', 'qc-type-signature')];
  return Object.values<string>(QC_TYPE_OIDS).includes(type)
    ? []
    : [finding('warning', 'qc-type-unknown', type)];
}

type Psd2 = NonNullable<QcStatements['psd2']>;

function rolesOf({ roles, form }: Psd2, certificate: Certificate): Finding[] {
  if (roles.length === 0) return [finding('error', 'roles-missing')];
  const found: Finding[] = [];
  if (form === 'one-sequence')
    found.push(finding('warning', 'roles-in-one-sequence', certificate.roles.join(', ')));
  if (form === 'several') found.push(finding('warning', 'psd2-repeated'));
  if (form === 'other') found.push(finding('warning', 'roles-nested'));
  roles.forEach(({ oid, name }, at) => {
    const role = ROLES.get(oid);
    if (role === undefined) found.push(finding('warning', 'role-unknown', oid, name?.text ?? ''));
    else if (name === null || name.text === null || name.text === '')
      found.push(finding('warning', 'role-nameless', role));
    else if (name.text !== role) found.push(finding('warning', 'role-other-name', oid, role, name.text));
    else if (roles.slice(0, at).some((earlier) => earlier.oid === oid))
      found.push(finding('note', 'role-twice', role));
    if (role !== undefined) found.push(...utf8(`the role ${role}`, name));
  });
  return found;
}

const AUTHORITY_ID = /^([A-Z]{2})-([A-Z]{2,8})$/;

function authorityOf({ authorityName, authorityId }: Psd2, certificate: Certificate): Finding[] {
  const [name, id] = [authorityName?.text ?? '', authorityId?.text ?? ''];
  const found = [...utf8('NCAName', authorityName), ...utf8('NCAId', authorityId)];
  const [, country, authority] = AUTHORITY_ID.exec(id) ?? [];
  if (country === undefined && AUTHORITY_ID.test(name)) {
    found.push(
      id === ''
        ? finding('warning', 'authority-name-missing')
        : finding('warning', 'authority-swapped', name, id),
    );
    return found;
  }
  if (name === '') found.push(finding('warning', 'authority-name-missing'));
  if (id === '') return [...found, finding('warning', 'authority-id-missing')];
  if (country === undefined) return [...found, finding('warning', 'authority-id-form', id)];
  found.push(...isoCountry('the competent authority', country));
  const psd = psdOf(certificate.organizationIdentifier ?? '');
  if (psd !== null && psd.country !== country)
    found.push(finding('warning', 'authority-country', psd.country, country));
  else if (psd !== null && psd.authority !== authority)
    found.push(finding('warning', 'authority-differs', `${psd.country}-${psd.authority}`, id));
  return found;
}

function utf8(field: string, text: StatementText | null): Finding[] {
  return text === null || text.tag === TAG.utf8 ? [] : [finding('warning', 'not-utf8', field)];
}
