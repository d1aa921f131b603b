/** The script around the steps of a collection: what k6 needs to read keys, sign, send, fill in and check. */
import { SPECIFICATION } from '../../../signing/profile.ts';
import { K6_CHECKS } from './checks.ts';
import { K6_REQUESTS } from './requests.ts';
import { K6_STEPS } from './steps.ts';
import { K6_VALUES } from './values.ts';

/** @param collection the outermost folder as data */
export function k6Script(name: string, collection: object): string {
  return [
    `// ${name.replaceAll(/[^\p{L}\p{N} .,-]/gu, ' ')}: a collection of the TPP Workbench, for k6 1.0 or later.`,
    HEAD,
    '// How requests are signed, unless TPP_PROFILE says otherwise.',
    `const PROFILE = Object.assign(${source(SPECIFICATION)}, profileFile());`,
    '',
    '// The steps. {{name}} is a variable: of a folder, of an earlier step, or -e TPP_VAR_name=…',
    `const COLLECTION = ${source(collection)};`,
    RUN,
    K6_STEPS,
    K6_REQUESTS,
    K6_VALUES,
    K6_CHECKS,
  ].join('\n');
}

/** A value as JavaScript. In an object literal, `__proto__` would not be a member. */
function source(value: unknown): string {
  return (
    JSON.stringify(value, null, 2)
      // A member begins its line; the same text within another name does not.
      .replaceAll(/^( *)"__proto__":/gm, '$1["__proto__"]:')
      .replaceAll('\u2028', String.raw`\u2028`)
      .replaceAll('\u2029', String.raw`\u2029`)
  );
}

const HEAD = String.raw`//
//   k6 run -e TPP_BASE_URL=https://localhost:8443 -e TPP_PEM=/path/to/tpp.pem \
//     -e TPP_KEY_ID="$(npx tpp-workbench cert keyid /path/to/tpp.pem)" script.js
//
// TPP_BASE_URL      base URL of the bank, without /v1
// TPP_PEM           file with the certificate and its key, as PEM: the key as PKCS#8, without a password
// TPP_KEY_ID        keyId of the certificate, as tpp-workbench cert keyid prints it, with --profile if there is one
// TPP_PROFILE       file with the signature profile of the bank
// TPP_CONTROL_URL, TPP_CONTROL_TOKEN   control listener of a simulator. Without it, SCAs and control calls are skipped
// TPP_REDIRECT_URI, TPP_PSU_IP         TPP-Redirect-URI and PSU-IP-Address of the requests
// TPP_TLS_CERT, TPP_TLS_KEY            files with the TLS client certificate and its key, if the bank asks for one
// TPP_VAR_name      value of the variable name
//
// The script has no key. k6 archive and k6 cloud copy the files that it opens, so their result has it.
import { check, sleep } from 'k6';
import { sha256, sha512 } from 'k6/crypto';
import encoding from 'k6/encoding';
import exec from 'k6/execution';
import http from 'k6/http';

// k6 also loads the script without these, for example to inspect it: what is missing is said when it runs.
const BASE_URL = (__ENV.TPP_BASE_URL || '').replace(/\/+$/, '');
const PEM = __ENV.TPP_PEM ? open(__ENV.TPP_PEM) : '';
const KEY_ID = __ENV.TPP_KEY_ID || '';
const CERTIFICATE = block('CERTIFICATE');
const KEY = block('PRIVATE KEY');
const REDIRECT_URI = __ENV.TPP_REDIRECT_URI || 'https://tpp.example/sca/return';
const PSU_IP = __ENV.TPP_PSU_IP || '203.0.113.24';
const CONTROL = __ENV.TPP_CONTROL_URL ? __ENV.TPP_CONTROL_URL.replace(/\/+$/, '') : null;

export const options = {
  vus: 1,
  iterations: 1,
  thresholds: { checks: ['rate==1'] },
  tlsAuth: __ENV.TPP_TLS_CERT
    ? [{ domains: [hostOf(BASE_URL)], cert: open(__ENV.TPP_TLS_CERT), key: open(__ENV.TPP_TLS_KEY) }]
    : [],
};
`;

const RUN = String.raw`
export default async function () {
  const missing = whatIsMissing();
  if (missing !== null) exec.test.abort(missing);
  const run = { kept: {}, clock: { frozen: null, ahead: 0 } };
  renew(run);
  if (CONTROL !== null) await readClock(run);
  await runAll({ run, rows: [], given: [], folders: [COLLECTION.variables], depth: 0 }, COLLECTION.steps, []);
}

function whatIsMissing() {
  for (const name of ['TPP_BASE_URL', 'TPP_PEM', 'TPP_KEY_ID'])
    if (!__ENV[name]) return 'Set ' + name + ', for example with k6 run -e ' + name + '=…';
  const other = /-----BEGIN ((?:ENCRYPTED|RSA) PRIVATE KEY)-----/.exec(PEM);
  if (KEY === null && other !== null)
    return 'TPP_PEM has a “' + other[1] + '”. Convert it: openssl pkcs8 -topk8 -nodes -in FILE -out KEY';
  if (KEY === null) return 'The file of TPP_PEM has no “PRIVATE KEY”.';
  return CERTIFICATE === null ? 'The file of TPP_PEM has no “CERTIFICATE”.' : null;
}

// The settings of the file with the signature profile.
function profileFile() {
  return __ENV.TPP_PROFILE ? JSON.parse(open(__ENV.TPP_PROFILE)).signatureProfile : {};
}

// The content of the first block of the PEM file with this label, or null.
function block(label) {
  const match = new RegExp('-----BEGIN ' + label + '-----([^-]*)-----END ' + label + '-----').exec(PEM);
  return match === null ? null : match[1].replace(/\s/g, '');
}

function hostOf(address) {
  return address
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/\/.*$/, '')
    .replace(/:\d+$/, '');
}
`;
