/** The extensions of a certificate, and its qcStatements as they are written, right or wrong (ETSI EN 319 412-5, ETSI TS 119 495). */
import { derChildren, DerError, type DerNode, oidText, readDer, stringText, TAG } from './der.ts';

export interface Extension {
  critical: boolean;
  /** DER. */
  value: Uint8Array;
}

/** A text of the PSD2 statement. */
export interface StatementText {
  /** Null if the value is not a string type. */
  text: string | null;
  tag: number;
}

export interface QcStatements {
  /** OIDs of the statements, in order. */
  ids: string[];
  /** OIDs in QcType. */
  types: string[];
  /** Addresses of the PKI disclosure statement (QcPDS). */
  pds: string[];
  psd2: {
    /** Each role OID with the text after it, however they are nested. */
    roles: { oid: string; name: StatementText | null }[];
    /** `one-sequence`: several roles share a SEQUENCE. `several`: each has a statement. `other`: wrong in another way. */
    form: 'right' | 'one-sequence' | 'several' | 'other';
    /** Name and id of the competent authority; null if it is missing. */
    authorityName: StatementText | null;
    authorityId: StatementText | null;
  } | null;
}

export const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3';
export const QC_COMPLIANCE = '0.4.0.1862.1.1';
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
  const found: QcStatements = { ids: [], types: [], pds: [], psd2: null };
  for (const statement of derChildren(readDer(extension.value))) {
    const [id, info] = derChildren(statement);
    if (!id) continue;
    const oid = oidText(id.value);
    found.ids.push(oid);
    if (!info) continue;
    if (oid === QC_TYPE)
      found.types.push(
        ...derChildren(info).flatMap(({ tag, value }) => (tag === TAG.oid ? [oidText(value)] : [])),
      );
    if (oid === QC_PDS) found.pds.push(...leavesOf(info).flatMap((leaf) => addressIn(leaf)));
    if (oid === QC_PSD2) found.psd2 = joined(found.psd2, readPsd2(info));
  }
  return found;
}

type Psd2 = NonNullable<QcStatements['psd2']>;

function joined(first: Psd2 | null, next: Psd2): Psd2 {
  if (first === null) return next;
  return { ...first, roles: [...first.roles, ...next.roles], form: 'several' };
}

function addressIn(leaf: DerNode): string[] {
  const text = leaf.tag === TAG.ia5 ? stringText(leaf) : null;
  return text === null ? [] : [text];
}

function readPsd2(info: DerNode): Psd2 {
  const parts = derChildren(info);
  const groups = parts.filter(isConstructed);
  const [name, id] = parts.filter((part) => !isConstructed(part)).map(textOf);
  const leaves = groups.flatMap((group) => leavesOf(group));
  const roles = leaves.flatMap((leaf, at) => {
    if (leaf.tag !== TAG.oid) return [];
    const next = leaves[at + 1];
    return [{ oid: oidText(leaf.value), name: next && next.tag !== TAG.oid ? textOf(next) : null }];
  });
  return { roles, form: formOf(groups), authorityName: name ?? null, authorityId: id ?? null };
}

/** RolesOfPSP is one SEQUENCE, with a SEQUENCE of OID and name for each role (TS 119 495, 5.1). */
function formOf(groups: readonly DerNode[]): Psd2['form'] {
  const [list, ...more] = groups;
  const entries = list ? derChildren(list) : [];
  const isList = list === undefined || list.tag === TAG.sequence;
  if (isList && more.length === 0 && entries.every(isRole)) return 'right';
  const hasSeveral = (node: DerNode) =>
    isConstructed(node) && derChildren(node).filter(({ tag }) => tag === TAG.oid).length > 1;
  return [...groups, ...entries].some(hasSeveral) ? 'one-sequence' : 'other';
}

/** A role without a name counts too: that is another mistake. */
function isRole(entry: DerNode): boolean {
  if (entry.tag !== TAG.sequence) return false;
  const [oid, name, ...more] = derChildren(entry);
  const isText = name === undefined || !isConstructed(name);
  return oid?.tag === TAG.oid && name?.tag !== TAG.oid && isText && more.length === 0;
}

/** The primitive elements inside, in order. */
function leavesOf(node: DerNode | undefined, depth = 0): DerNode[] {
  if (node === undefined || depth > MAX_ROLE_DEPTH) return [];
  return isConstructed(node) ? derChildren(node).flatMap((child) => leavesOf(child, depth + 1)) : [node];
}

function isConstructed({ tag }: DerNode): boolean {
  return (tag & 0x20) !== 0;
}

function textOf(node: DerNode): StatementText {
  return { text: stringText(node), tag: node.tag };
}
