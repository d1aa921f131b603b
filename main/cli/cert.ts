/** `tpp-workbench cert inspect | keyid | make`. */
import { inPlainWords } from '../../shared/schema-tools.ts';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import {
  firstOrder,
  type IdentityOrder,
  identityOrderSchema,
  TEST_ISSUER,
  type ImportFailure,
  importSentence,
} from '../../shared/contract/certificates.ts';
import { kindOf, writeWholeFile } from '../../shared/node/plain-files.ts';
import { type Certificate, pemOf } from '../../shared/signing/certificate.ts';
import { leavesAmong } from '../../shared/signing/certificate-chain.ts';
import { texts } from '../../shared/texts/texts.ts';
import { keyIdOf } from '../../shared/signing/key-id.ts';
import { keyIdBy, ownProfile } from '../../shared/signing/profile.ts';
import { spellingsOf } from '../../shared/signing/key-id-spellings.ts';
import { printRfc2253 } from '../../shared/signing/distinguished-names.ts';
import { writePfx } from '../core/certificates/containers/pfx-write.ts';
import { issueAuthority, issueIdentity, type Issuer, partsOf } from '../core/certificates/issue.ts';
import { openFiles, readAll } from '../core/certificates/open-files.ts';
import { belongsTo, type Found, type OpenedIdentity } from '../core/certificates/pairing.ts';
import {
  type Command,
  orUsageError,
  OUT_HELP,
  OUT_OPTIONS,
  PASSWORD_HELP,
  PASSWORD_OPTIONS,
  passwordFrom,
  profileFrom,
  readArgs,
  readInput,
  table,
  UsageError,
  strings,
} from './command.ts';
import { DAY } from '../../shared/time.ts';
import { makeFolder } from '../../shared/node/private-files.ts';

/** Like the window, except for the password, which comes from a file or the environment. */
function failureSentence(failure: ImportFailure): string {
  switch (failure.kind) {
    case 'password-needed':
      return `${failure.file} is protected by a password. Put it into the first line of a file and name that with --password-file, or set TPP_PASSWORD.`;
    case 'wrong-password':
      return `The password does not open ${failure.file}. Check the first line of the --password-file, or TPP_PASSWORD.`;
    default:
      return importSentence(failure);
  }
}

/** An identity that can sign. @throws UsageError with the reason */
export function identityFrom(files: readonly string[], passwordFile: string | undefined): OpenedIdentity {
  if (files.length === 0)
    throw new UsageError('Give the certificate file, with the private key in it or in a second file.');
  const opened = openFiles(files.map(readInput), passwordFrom(passwordFile));
  if (opened.kind !== 'opened') throw new UsageError(failureSentence(opened));
  const identity = opened.identities.find(({ certificate }) => certificate.rsaBits !== null);
  const [{ certificate } = {}] = opened.identities;
  if (identity === undefined)
    throw new UsageError(
      texts.core.certificates.cannotSign(certificate?.commonName ?? '', certificate?.keyAlgorithm ?? ''),
    );
  return identity;
}

/** With or without keys. @throws UsageError */
function certificatesFrom(files: readonly string[], passwordFile: string | undefined) {
  if (files.length === 0)
    throw new UsageError('Give at least one certificate file: PFX, PEM, DER or PKCS#7.');
  const found = readAll(files.map(readInput), passwordFrom(passwordFile));
  if ('kind' in found) throw new UsageError(failureSentence(found));
  if (found.certificates.length === 0) throw new UsageError(importSentence({ kind: 'no-certificate' }));
  return found;
}

/** Those that a key fits; without one, those that issued no other. */
function ownAmong({ certificates, keys }: Found): Certificate[] {
  const fitting = certificates.filter((one) => keys.some(({ key }) => belongsTo(key, one)));
  return fitting.length > 0 ? fitting : leavesAmong(certificates);
}

function factsOf(certificate: Certificate, hasKey: boolean) {
  return {
    subject: printRfc2253(certificate.subject),
    issuer: printRfc2253(certificate.issuer),
    serial: certificate.serial,
    notBefore: new Date(certificate.notBefore).toISOString(),
    notAfter: new Date(certificate.notAfter).toISOString(),
    daysLeft: Math.floor((certificate.notAfter - Date.now()) / DAY),
    profile: certificate.qcType === 'seal' ? 'QSealC' : certificate.qcType === 'web' ? 'QWAC' : null,
    roles: certificate.roles,
    authority: certificate.authority,
    organizationIdentifier: certificate.organizationIdentifier,
    key: { algorithm: certificate.keyAlgorithm, bits: certificate.rsaBits, curve: certificate.curve },
    sha256: createHash('sha256').update(certificate.der).digest('hex'),
    keyId: keyIdOf(certificate),
    privateKey: hasKey,
  };
}

function factsText(facts: ReturnType<typeof factsOf>): string {
  const { key, authority } = facts;
  return table([
    ['Subject', facts.subject],
    ['Issuer', facts.issuer],
    ['Serial', facts.serial],
    [
      'Valid',
      `${facts.notBefore} to ${facts.notAfter}, ${facts.daysLeft < 0 ? 'expired' : `${facts.daysLeft} days left`}`,
    ],
    ['Profile', facts.profile ?? 'neither QSealC nor QWAC'],
    ['PSD2 roles', facts.roles.join(' ') || 'none'],
    ['Authority', authority ? `${authority.name} (${authority.id})` : 'none'],
    ['Organisation ID', facts.organizationIdentifier ?? 'none'],
    ['Key', [key.algorithm, key.curve, key.bits && `${key.bits} bits`].filter(Boolean).join(', ')],
    ['SHA-256', facts.sha256],
    ['keyId', facts.keyId],
    ['Private key', facts.privateKey ? 'in these files, matches' : 'not in these files'],
  ]);
}

export const certInspect: Command = {
  help: `cert inspect FILE… [--json]   show what PFX, PEM, DER and PKCS#7 files contain\n${OUT_HELP}\n${PASSWORD_HELP}`,
  run: (args) => {
    const { values, positionals } = readArgs(args, { ...OUT_OPTIONS, ...PASSWORD_OPTIONS });
    const { certificates, keys } = certificatesFrom(positionals, values['password-file']);
    const all = certificates.map((certificate) =>
      factsOf(
        certificate,
        keys.some(({ key }) => belongsTo(key, certificate)),
      ),
    );
    const text = all.map(factsText).join('\n\n');
    return { text, json: { certificates: all }, status: 0, out: values.out };
  },
};

export const certKeyId: Command = {
  help: `cert keyid FILE… [--all] [--profile FILE] [--json]   print the keyId of the certificate (SIG-4a)
  --profile FILE         signature profile of the bank; as the specification says if omitted
  --all                  also print the other formats, and how a bank treats each
${OUT_HELP}
${PASSWORD_HELP}`,
  run: (args) => {
    const { values, positionals } = readArgs(args, {
      ...OUT_OPTIONS,
      ...PASSWORD_OPTIONS,
      ...strings('profile'),
      all: { type: 'boolean' },
    });
    const found = certificatesFrom(positionals, values['password-file']);
    const own = ownAmong(found);
    // A QSealC signs; a QWAC may be in the same file.
    const certificate = own.find(({ qcType }) => qcType === 'seal') ?? own[0] ?? found.certificates[0];
    if (!certificate) throw new UsageError(importSentence({ kind: 'no-certificate' }));
    const profile = profileFrom(values.profile);
    const keyId = keyIdBy(profile, certificate);
    const ofBank = ownProfile(profile);
    const spellings = spellingsOf(certificate, ofBank && { title: ofBank.name, keyId });
    const byProfile = (spelled: string) =>
      ofBank === null ? '' : `by the profile: ${spelled === keyId ? words.passes : words.refused}; `;
    const words = { passes: 'accepted', note: 'accepted with a note', refused: 'refused' } as const;
    const text = spellings
      .map(({ title, keyId: spelled, banks: { specified, lenient, reference } }) =>
        [
          title,
          `  ${spelled}`,
          `  ${byProfile(spelled)}as specified: ${words[specified.verdict]}; lenient: ${words[lenient.verdict]}; reference only: ${words[reference.verdict]}. ${specified.why}`,
        ].join('\n'),
      )
      .join('\n');
    const { out } = values;
    return values.all
      ? { text, json: { keyId, spellings }, status: 0, out }
      : { text: keyId, exact: true, json: { keyId }, status: 0, out };
  },
};

const MAKE_OPTIONS = {
  ...strings('out', 'profile', 'country', 'organization', 'common-name', 'organization-identifier'),
  ...strings('roles', 'authority-name', 'authority-id', 'from', 'until', 'serial', 'bits', 'ca'),
  ...strings('issuer-country', 'issuer-organization', 'issuer-common-name', 'issuer-organization-identifier'),
  force: { type: 'boolean' },
  ...PASSWORD_OPTIONS,
} as const;

export const certMake: Command = {
  help: `cert make --out DIR [options] [--json]   create a test certificate that conforms to ETSI TS 119 495: tpp.pem (with its key),
                         ca.pem and ca-key.pem; tpp.pfx too where there is a password
  --profile NAME         QSealC (default) or QWAC
  --organization, --common-name, --country, --organization-identifier TEXT
  --roles LIST           any of PSP_AI, PSP_PI, PSP_AS, PSP_IC (default PSP_AI,PSP_PI)
  --authority-name, --authority-id TEXT
  --from DAY, --until DAY  such as 2026-12-31; may be in the past
  --serial HEX, --bits N   1024, 2048, 3072 or 4096
  --issuer-organization, --issuer-common-name, --issuer-country, --issuer-organization-identifier TEXT
  --ca FILE              issue with this CA (PEM with its key) instead of a new one
  --force                overwrite existing files
${PASSWORD_HELP}`,
  run: async (args) => {
    const { values } = readArgs(args, MAKE_OPTIONS);
    if (values.out === undefined) throw new UsageError('Give a folder for the files: --out DIR.');
    const password = passwordFrom(values['password-file']);
    const order = orderFrom(values);
    const issuer =
      values.ca === undefined ? await issueAuthority(order.issuer, Date.now()) : authorityFrom(values.ca);
    const issued = await issueIdentity(order, issuer);
    const files: [name: string, content: string | Uint8Array, mode: number][] = [
      ['tpp.pem', issued.pem + issuer.pem + issued.key, 0o600],
      ['ca.pem', issuer.pem, 0o644],
      ...(values.ca === undefined ? [['ca-key.pem', issuer.key, 0o600] as [string, string, number]] : []),
    ];
    const opened = openFiles(
      [{ name: 'tpp.pem', bytes: Buffer.from(issued.pem + issuer.pem + issued.key) }],
      null,
    );
    const identity = opened.kind === 'opened' ? opened.identities[0] : undefined;
    if (password !== null && identity) {
      const { key, certificate, chain } = identity;
      const pfx = await writePfx({
        key,
        certificates: [certificate.der, ...chain],
        friendlyName: order.organization,
        password,
        cipher: 'aes-256',
      });
      files.push(['tpp.pfx', pfx, 0o600]);
    }
    const written = writeAll(values.out, files, values.force ?? false);
    const keyId = identity ? keyIdOf(identity.certificate) : null;
    return {
      text: [...written, ...(keyId === null ? [] : ['', `keyId ${keyId}`])].join('\n'),
      json: { files: written, keyId },
      status: 0,
    };
  },
};

type MakeValues = { [K in keyof typeof MAKE_OPTIONS]?: string | boolean | undefined };

/** @throws UsageError that names the wrong option */
function orderFrom(values: MakeValues): IdentityOrder {
  const first = firstOrder(Date.now());
  const day = (name: 'from' | 'until', fallback: number) => {
    const value = values[name];
    if (value === undefined) return fallback;
    const at = Date.parse(String(value));
    if (Number.isNaN(at))
      throw new UsageError(`--${name} must be a date such as 2026-12-31, not "${String(value)}".`);
    return at;
  };
  const organization = values.organization ?? first.organization;
  const from = day('from', first.notBefore);
  const checked = identityOrderSchema.safeParse(
    {
      profile: values.profile ?? first.profile,
      country: values.country ?? first.country,
      organization,
      commonName: values['common-name'] ?? organization,
      organizationIdentifier: values['organization-identifier'] ?? first.organizationIdentifier,
      roles: values.roles === undefined ? first.roles : String(values.roles).split(',').filter(Boolean),
      authorityName: values['authority-name'] ?? first.authorityName,
      authorityId: values['authority-id'] ?? first.authorityId,
      notBefore: from,
      notAfter: day('until', from + 366 * DAY),
      serial: values.serial ?? '',
      bits: Number(values.bits ?? first.bits),
      issuer: {
        country: values['issuer-country'] ?? TEST_ISSUER.country,
        organization: values['issuer-organization'] ?? TEST_ISSUER.organization,
        commonName: values['issuer-common-name'] ?? TEST_ISSUER.commonName,
        organizationIdentifier:
          values['issuer-organization-identifier'] ?? TEST_ISSUER.organizationIdentifier,
      },
    },
    inPlainWords,
  );
  if (!checked.success) throw new UsageError(z.prettifyError(checked.error));
  return checked.data;
}

function authorityFrom(file: string): Issuer {
  const { certificate, key } = identityFrom([file], undefined);
  return {
    name: partsOf(certificate.subject),
    key: pemOf(key, 'PRIVATE KEY'),
    pem: pemOf(certificate.der, 'CERTIFICATE'),
  };
}

/** Writes each file atomically; none if one exists already. @throws UsageError */
function writeAll(
  folder: string,
  files: readonly [name: string, content: string | Uint8Array, mode: number][],
  force: boolean,
): string[] {
  return orUsageError('The files cannot be written', () => {
    makeFolder(folder);
    const existing = files.find(([name]) => kindOf(join(folder, name)) !== 'none');
    if (existing && !force)
      throw new UsageError(
        `${join(folder, existing[0])} already exists. Choose another folder, or overwrite the file with --force.`,
      );
    return files.map(([name, content, mode]) => {
      const file = join(folder, name);
      writeWholeFile(file, content, mode);
      return file;
    });
  });
}
