/** `tpp-workbench init`: the first files for flows in a repository of a TPP. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Command, readArgs, UsageError } from './command.ts';
import { orWriteError } from './output-files.ts';
import { versionOf } from './own-files.ts';

const FLOWS = 'bank-flows';
const DOCS = '../node_modules/tpp-workbench/docs';
const RUN = `npx tpp-workbench run ${FLOWS} --bank --env ${FLOWS}/local.env.json --reporter console`;
const REPORTS = '--reporter junit=reports/bank-flows.xml --reporter html=reports/bank-flows.html';

/** By path in the repository. */
const FILES: Readonly<Record<string, (install: string) => string>> = {
  [`${FLOWS}/collection.yaml`]: () => `# yaml-language-server: $schema=${DOCS}/collection.schema.json
name: Bank flows
about: What this repository expects of a bank.
variables: { psu: Eirik Solbakken } # a customer of the simulator; environment files name others
`,
  [`${FLOWS}/1-pay.flow.yaml`]: () => `# yaml-language-server: $schema=${DOCS}/flow.schema.json
# How flows are written: node_modules/tpp-workbench/docs/flow-files.md
flow: Pay
variables: { amount: "12.50" }
steps:
  - name: Give consent
    consent: "{{psu}}" # asks for a consent, and gives it on the bank's page
  - name: List the accounts
    request: GET /v1/accounts
    expect:
      signature: valid
      $.accounts[1].bban: present # the second account gets the money
    keep:
      account: $.accounts[0].bban
      savings: $.accounts[1].bban
  - name: Pay
    request: POST /v1/payments/domestic-norway-credit-transfers
    body:
      instructedAmount: { currency: NOK, amount: "{{amount}}" }
      debtorAccount: { bban: "{{account}}" }
      creditorAccount: { bban: "{{savings}}" }
      creditorName: "{{psu}}"
      remittanceInformationUnstructured: Savings
    expect: 201
    keep: { authorise: link startAuthorisation, state: link status }
  - name: Ask for its SCA
    request: POST {{authorise}}
  - name: Approve the payment
    sca: approve
    as: "{{psu}}"
  - name: The bank has accepted it
    request: GET {{state}}
    expect: { $.transactionStatus: { any: [PDNG, ACCP, ACSC] } }
`,
  [`${FLOWS}/local.env.json`]: () => `${JSON.stringify(
    { redirectUri: 'https://tpp.example/sca/return', headers: {}, variables: { psu: 'Eirik Solbakken' } },
    null,
    2,
  )}
`,
  '.github/workflows/bank-flows.yml': (install) => `name: Bank flows
on: [push, pull_request]
jobs:
  run:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      # ${install}
      - run: npm ci
      - run: npx tpp-workbench check ${FLOWS}
      - run: >
          ${RUN} --reporter github
          ${REPORTS}
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: bank-flows
          path: reports
`,
  '.gitlab-ci.yml': (install) => `bank-flows:
  image: node:24
  script:
    # ${install}
    - npm ci
    - npx tpp-workbench check ${FLOWS}
    - ${RUN} ${REPORTS}
  artifacts:
    when: always
    paths: [reports]
    reports:
      junit: reports/bank-flows.xml
`,
};

export const init: Command = {
  help: `init [FOLDER]   write a first flow, its environment, and jobs of GitHub and GitLab that run it
  FOLDER                 the root of your repository; this folder if left out. Files that are there stay as they are.`,
  run: (args) => {
    const { positionals } = readArgs(args, {});
    const [folder = '.', ...more] = positionals;
    if (more.length > 0) throw new UsageError('Give one folder: tpp-workbench init [FOLDER].');
    const install = `npm i -D ./tpp-workbench-${versionOf()}.tgz`;
    const comment = `The package is not on npm yet: put its file into this repository, and run ${install}`;
    const all = Object.entries(FILES).map(([path, text]) => ({ path, text: text(comment) }));
    const existing = all.filter(({ path }) => existsSync(join(folder, path)));
    const written = all.filter((one) => !existing.includes(one));
    for (const { path, text } of written) writeNew(join(folder, path), text);
    return {
      text: [
        ...written.map(({ path }) => `written     ${path}`),
        ...existing.map(({ path }) => `there       ${path} (stays as it is)`),
        '',
        ...(existsSync(join(folder, 'package-lock.json'))
          ? []
          : [`The jobs install from package-lock.json. ${comment}`]),
        `Try it: ${RUN}`,
      ].join('\n'),
      json: { written: written.map(({ path }) => path), existing: existing.map(({ path }) => path) },
      status: 0,
    };
  },
};

function writeNew(file: string, text: string): void {
  orWriteError(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
  });
}
