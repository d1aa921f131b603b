/** The extensions of a certificate, and its qcStatements as they are written, right or wrong (ETSI EN 319 412-5, ETSI TS 119 495). */
import { derChildren, DerError, type DerNode, oidText, readDer, stringText, TAG } from './der.ts';

export interface Extension {
  critical: boolean;
  /** DER. */
  value: Uint8Array;
}

export interface QcStatements {
  /** OID of the purpose in QcType, or null. */
  type: string | null;
  /** Addresses of the PKI disclosure statement (QcPDS). */
  pds: string[];
  psd2: {
    /** Each role OID with the text after it, however they are nested; null without a text. */
    roles: { oid: string; name: string | null }[];
    /** Name and id of the competent authority, or null. */
    authorityName: string | null;
    authorityId: string | null;
  } | null;
}

export const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3';
export const QC_TYPE = '0.4.0.1862.1.6';
const QC_PDS = '0.4.0.1862.1.5';
const QC_PSD2 = '0.4.0.19495.2';
/** Roles are two levels down; one more is read where somebody nested them too deeply. */
const MAX_ROLE_DEPTH = 3;

/** By OID. @param fields of the TBSCertificate @throws DerError */
export function readExtensions(fields: readonly DerNode[]): Map<string, Extension> {
  const found = new Map<string, Extension>();
  const wrapper = fields.find((field) => field.tag === 0xa3);
  const list = wrapper && derChildren(wrapper)[0];
  for (const extension of list ? derChildren(list) : []) {
    const parts = derChildren(extension);
    const value = parts.at(-1);
    if (!parts[0] || !value) continue;
    const critical = parts[1]?.tag === TAG.boolean && parts[1].value[0] !== 0;
    found.set(oidText(parts[0].value), { critical, value: value.value });
  }
  return found;
}

/** What `read` finds in the value of an extension, or null if it is absent or not the DER that `read` expects. */
export function readExtension<T>(
  { extensions }: { extensions: ReadonlyMap<string, Extension> },
  oid: string,
  read: (value: DerNode) => T,
): T | null {
  const extension = extensions.get(oid);
  if (extension === undefined) return null;
  try {
    return read(readDer(extension.value));
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}

/** Null without the extension. @throws DerError */
export function readQcStatements(extensions: ReadonlyMap<string, Extension>): QcStatements | null {
  const extension = extensions.get(QC_STATEMENTS);
  if (extension === undefined) return null;
  const found: QcStatements = { type: null, pds: [], psd2: null };
  for (const statement of derChildren(readDer(extension.value))) {
    const [id, info] = derChildren(statement);
    if (!id || !info) continue;
    const oid = oidText(id.value);
    const leaves = leavesOf(info);
    if (oid === QC_TYPE) {
      const type = leaves.find(({ tag }) => tag === TAG.oid);
      found.type ??= type === undefined ? null : oidText(type.value);
    }
    if (oid === QC_PDS)
      found.pds.push(...leaves.flatMap((leaf) => (leaf.tag === TAG.ia5 ? (stringText(leaf) ?? []) : [])));
    // Some CAs write a statement for each role.
    if (oid === QC_PSD2)
      found.psd2 = found.psd2 === null ? readPsd2(info) : withRoles(found.psd2, readPsd2(info).roles);
  }
  return found;
}

type Psd2 = NonNullable<QcStatements['psd2']>;

const withRoles = (first: Psd2, more: Psd2['roles']): Psd2 => ({
  ...first,
  roles: [...first.roles, ...more],
});

function readPsd2(info: DerNode): Psd2 {
  const parts = derChildren(info);
  const [name = null, id = null] = parts
    .filter((part) => !isConstructed(part))
    .map((part) => stringText(part) ?? '');
  const leaves = parts.filter(isConstructed).flatMap((group) => leavesOf(group));
  const roles = leaves.flatMap((leaf, at) => {
    if (leaf.tag !== TAG.oid) return [];
    const next = leaves[at + 1];
    return [{ oid: oidText(leaf.value), name: next && next.tag !== TAG.oid ? stringText(next) : null }];
  });
  return { roles, authorityName: name, authorityId: id };
}

/** The primitive elements inside, in order. */
function leavesOf(node: DerNode, depth = 0): DerNode[] {
  if (depth > MAX_ROLE_DEPTH) return [];
  return isConstructed(node) ? derChildren(node).flatMap((child) => leavesOf(child, depth + 1)) : [node];
}

function isConstructed({ tag }: DerNode): boolean {
  return (tag & 0x20) !== 0;
}
