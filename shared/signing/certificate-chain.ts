/** Who issued whom among certificates that were found together, in any order (RFC 5280, 6.1). */
import type { Certificate } from './certificate.ts';
import { derChildren, hex } from './der.ts';
import { sameBytes } from './digest.ts';
import type { Attribute, Name } from './distinguished-names.ts';
import { readExtension } from './qc-statements.ts';

const SUBJECT_KEY_ID = '2.5.29.14';
const AUTHORITY_KEY_ID = '2.5.29.35';

/** By names, and by key identifiers if both have one: a CA that renews its key keeps its name. Proves nothing about the signature. */
export function isIssuer(above: Certificate, below: Certificate): boolean {
  return comparable(above.subject) === comparable(below.issuer) && keysAgree(above, below);
}

/** CAs write the same name in other string types, letters and spaces (RFC 5280, 7.1). */
function comparable(name: Name): string {
  const attribute = ({ oid, text, raw }: Attribute) =>
    `${oid}=${text === null ? hex(raw) : text.trim().replaceAll(/\s+/g, ' ').toLowerCase()}`;
  return JSON.stringify(name.map((rdn) => rdn.map(attribute).toSorted()));
}

function keysAgree(above: Certificate, below: Certificate): boolean {
  const [own, wanted] = [keyIdentifierOf(above), authorityKeyOf(below)];
  return own === null || wanted === null || own === wanted;
}

export function isSelfIssued(certificate: Certificate): boolean {
  return isIssuer(certificate, certificate);
}

/** Nearest first, as far as `all` has them. */
export function chainAbove(certificate: Certificate, all: readonly Certificate[]): Certificate[] {
  const chain: Certificate[] = [];
  let below = certificate;
  while (!isSelfIssued(below)) {
    const above = all.find((one) => isIssuer(one, below));
    if (above === undefined || above === certificate || chain.includes(above)) break;
    chain.push(above);
    below = above;
  }
  return chain;
}

/** Those that issued none of the others, in the same order: what a TPP calls its own. All, if each issued another. */
export function leavesAmong(all: readonly Certificate[]): Certificate[] {
  const issued = issuedAmong(all);
  const leaves = all.filter((one) => issued(one).length === 0);
  return leaves.length > 0 ? leaves : [...all];
}

/** What a certificate issued among `all`, without itself. */
function issuedAmong(all: readonly Certificate[]): (above: Certificate) => Certificate[] {
  const byIssuer = Map.groupBy(all, ({ issuer }) => comparable(issuer));
  return (above) =>
    (byIssuer.get(comparable(above.subject)) ?? []).filter(
      (below) => !sameBytes(above.der, below.der) && keysAgree(above, below),
    );
}

function keyIdentifierOf(certificate: Certificate): string | null {
  return readExtension(certificate, SUBJECT_KEY_ID, ({ value }) => hex(value));
}

function authorityKeyOf(certificate: Certificate): string | null {
  return readExtension(certificate, AUTHORITY_KEY_ID, (value) => {
    // [0] IMPLICIT KeyIdentifier
    const own = derChildren(value).find(({ tag }) => tag === 0x80);
    return own === undefined ? null : hex(own.value);
  });
}
