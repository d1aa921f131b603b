/** The Runs view: runs of collections, and their results. */
export const runs = {
  name: 'Runs',
  title: 'Runs of collections',
  listWidth: 'Run list width',
  detailWidth: 'Result width',
  newRun: 'New run',
  run: 'Run',
  what: 'What to run',
  everything: 'All collections',
  bail: 'Stop at the first failure',
  chooseData: 'Run for each row of a file…',
  dataInput: 'File with one row for each iteration',
  noData: 'The file is CSV or JSON. Its columns become variables.',
  ownBanks: 'Each row has a copy of the local bank, which itself stays as it is.',
  row: (iteration: number, value: string) => `Row ${iteration}: ${value}`,
  noPsu: 'A run starts without a PSU. Its SCA steps set one.',
  notAs: (psu: string) => `A run starts without a PSU, so it does not act as ${psu}. Its SCA steps set one.`,
  resets:
    'This run resets the local bank. Its payments, baskets and consents are deleted, and its clock is set.',
  movesClock: "This run moves the local bank's clock, and only a reset or a snapshot takes that back.",
  lacks: (
    folder: string,
    { variables, folders }: { variables: readonly string[]; folders: readonly string[] },
  ) =>
    `Alone, “${folder}” lacks ${variables.map((name) => `{{${name}}}`).join(', ')}, which “${folders.join('”, “')}” ${folders.length === 1 ? 'keeps' : 'keep'} before it in a run of the whole flow. Run the flow, or give ${variables.length === 1 ? 'it a value' : 'them values'} in the environment.`,
  snapshotFirst: 'Take a snapshot first, so that you can restore them later',
  before: (name: string) => `Before the run of ${name}`,
  withoutData: 'Run once, without rows',
  concurrency: 'Rows in parallel',
  empty:
    'Save requests in a folder, then run them in order. The results appear here: what passed, what failed, and why.',
  noCollections: 'There is nothing to run yet. Save a request first. It becomes the first step.',
  shipped: 'Or open one of these',
  reading: 'Reading the runs…',
  choose: 'Choose a run to see its results.',
  chooseResult: 'Choose a step to see what was expected, what was sent, and what came back.',
  stop: 'Stop',
  stopped: 'stopped',
  running: 'running',
  waitsForYou: 'waits for you at the bank',
  atTheBank: 'SCA at the bank',
  openPage: "Open the bank's page",
  approveYourself: (psu: string) =>
    `The run waits until you have approved as ${psu} on the bank's page. It continues when the bank sends you back.`,
  abortYourself: (psu: string) =>
    `The run waits until you have aborted as ${psu} on the bank's page. It continues when the bank sends you back.`,
  again: 'Run again',
  failedAgain: 'Run the failed steps again',
  delete: 'Delete…',
  deleteForGood: 'Delete this run permanently',
  progress: (done: number, planned: number, failed = 0, notRun = 0) =>
    [
      `${done} of ${planned} steps`,
      ...(failed === 0 ? [] : [`${failed} failed`]),
      ...(notRun === 0 ? [] : [`${notRun} not run`]),
    ].join(', '),
  results: 'Results',
  steps: 'Steps',
  filter: 'Show',
  all: (count: number) => `All ${count}`,
  outcomes: {
    passed: 'Passed',
    failed: 'Failed',
    warning: 'Warnings',
    skipped: 'Skipped',
    'not-run': 'Not run',
  },
  /** For screen readers, in a row. */
  outcome: {
    passed: 'passed',
    failed: 'failed',
    warning: 'passed with a warning',
    skipped: 'skipped',
    'not-run': 'not run',
  },
  withCount: (name: string, count: number) => `${name} ${count}`,
  noResults: 'No step has this outcome.',
  milliseconds: (duration: number) => `${Math.round(duration)} ms`,
  seconds: (seconds: string) => `${seconds} s`,
  rounds: (rounds: number) => `${rounds} rounds`,
  openStep: 'Open in a tab',
  openHint: 'As it was sent, with the variables, session and PSU of this run',
  runOf: (name: string, when: string) => `“${name}” of ${when}`,
  rowOf: (iteration: number, value: string) => `row ${iteration} (${value})`,
  assertions: 'Assertions',
  holds: 'passed',
  doesNotHold: 'failed',
  warns: 'warning',
  kept: 'Kept as variables',
  used: 'Variables used',
  variable: 'Variable',
  origin: 'Where it came from',
  origins: {
    row: 'row of the data or of a loop',
    capture: 'kept from a response',
    include: 'set by the including step',
    given: 'set for this run',
    folder: 'flow or group',
    collection: 'collection',
    environment: 'environment',
    computed: 'computed',
  },
  originFrom: (origin: string, from: string) => `${origin}: ${from}`,
  noExchange: 'The request is no longer in the history.',
  fromHere: 'Run from here',
  fromHereHint: 'Starts with the variables, session and PSU that this step started with',
  isJudged: 'judged again',
  baseline: 'baseline',
  more: 'With these results',
  judge: 'Judge again',
  judgeHint: 'Checks the stored responses against what the steps expect now. Nothing is sent.',
  judged: (judged: number, left: number) =>
    left === 0
      ? `Judged again: ${judged} results.`
      : `Judged again: ${judged} results. ${left} are unchanged, because they have no response or use a value that is not kept.`,
  keepBaseline: 'Keep as baseline',
  baselineHint: 'A baseline is not deleted automatically, and later runs are compared with it first.',
  compare: 'Compare with',
  compareOpen: 'Compare with the open run',
  compareNothing: 'Compare with…',
  compareOption: (name: string, progress: string, when: string, environment: string, isBaseline: boolean) =>
    `${isBaseline ? 'baseline: ' : ''}${name}, ${progress}, ${when}, ${environment}`,
  changes: 'What differs',
  changed: (count: number, when: string) =>
    count === 1 ? `1 difference from ${when}` : `${count} differences from ${when}`,
  unchanged: (when: string) => `Nothing differs from the run of ${when}.`,
  comparing: 'Comparing the runs…',
  changesShown: (shown: number) => `The first ${shown} are shown.`,
  learn: 'Ignore these values from now on',
  learnHint:
    'Comparisons with this baseline will ignore the values that differ here. Outcomes and statuses are always compared.',
  leaveComparison: 'Show the results',
  stepRuns: {
    title: 'Runs of this step',
    none: 'This step has not run yet.',
    when: 'When',
    run: 'Run',
    time: 'Time',
    show: (when: string) => `Show the result of ${when}`,
    fails: (reason: string) => `Its runs cannot be read. ${reason}`,
  },
  commands: { run: (name: string) => `Run ${name}` },
} as const;

/** What a run says about its steps. */
export const running = {
  stopped: 'The run was stopped.',
  stoppedDuring: 'The run was stopped during this step.',
  /** @param what method and path, or words */
  tookTooLong: (what: string, milliseconds: number) => `${what} took longer than ${milliseconds / 1000} s.`,
  unreachable: (why: string) => `The bank cannot be reached: ${why}`,
  stillUnreachable: 'The bank cannot be reached.',
  notSigned: (host: string) =>
    `Requests to ${host} are not signed and have no client certificate: the environment's hosts do not name it.`,
  page: "the bank's page",
  /** @param by the step that would have brought it @param cause the one that failed */
  needs: (what: string, by: string, cause: string) =>
    `Not run: needs ${what} from "${by}"${by === cause ? '' : `, which needs "${cause}"`}.`,
  refused: (failed: string, refusal: string) => {
    const got = `got ${refusal.slice(0, 3)}`;
    return failed.endsWith(got)
      ? `${failed.slice(0, -3)}${refusal}`
      : `${failed.replace(/\.$/, '')}. The bank answered ${refusal}`;
  },
  ended: 'The run ended at the first failure.',
  noResponse: 'There was no response.',
  unexpected: (reason: string) => `The step failed unexpectedly: ${reason}`,
  emptyInPath: (names: string) =>
    `The variable ${names} is empty, and the path needs its value. Nothing was sent.`,
  filledTooMuch: (megabytes: number) =>
    `The values of the variables are larger than ${megabytes} MB in total, so they were not filled in. Use shorter values, or use them less often.`,
  circle: (names: readonly string[]) =>
    `The variables need each other, so they have no value: ${names
      .slice(1)
      .map((name, at) => `${names[at]} needs ${name}`)
      .join(', ')}.`,
  nested: (most: number) => `More than ${most} variables are in each other's values. Use fewer.`,
  noNumber: (calculation: string, operand: string) =>
    `{{${calculation}}} cannot be calculated, because ${operand} is not a decimal number.`,
  outside: 'it is outside the collection',
  noCollection: 'no folder around this step is a collection, and only a collection has files',
  request: {
    isSuccess: 'Status is a success',
    needsWord: 'This fault needs a certificate whose issuer has letters outside ASCII.',
    needsParts: 'This fault needs a certificate whose issuer has several parts.',
    isNoSuccess: (refusal: string) => `Expected a successful status, got ${refusal}`,
    explained: (refusal: string, rule: string, more: string) =>
      `${refusal} (${rule}${more === '' ? '' : `: ${more}`})`,
  },
  consent: (asks: string, approves: string) => `${asks}, then ${approves}`,
  session: (name: string) => `Use session ${name}`,
  until: (missing: string, rounds: number) =>
    `${missing}, after ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`,
  operator: {
    none: 'This bank has no control listener that a run can call.',
    does: 'The operator does it',
    refuses: (answer: string) => `The operator refuses: ${answer}`,
    outside: (path: string) => `${path} leads out of the control calls of the bank, so it is not called.`,
    failed: (reason: string) => `The bank's control listener cannot be called: ${reason}.`,
  },
  sca: {
    noLink: 'No response before this step has an scaRedirect. Send the request that needs an SCA first.',
    needsPerson:
      "Only a user can fill in this bank's pages. On the command line, give --sca-command; in the window, use an environment with the workbench's own TPP-Redirect-URI.",
    behind: (step: string) => `Needs the SCA of "${step}", which is left out.`,
    hasSession: 'The run has a session in which a PSU has given consent.',
    command: 'The command of --sca-command',
    commandFailed: (status: string, said: string) =>
      `The command of --sca-command ended with ${status}${said === '' ? '.' : `: ${said}`}`,
    commandSaid: (said: string, redirectUri: string) =>
      `The last line of the command of --sca-command must be the address to which the bank returned (${redirectUri}?…), not “${said}”.`,
    approve: (psu: string) => `Approve as ${psu}`,
    abort: (psu: string) => `Abort as ${psu}`,
    revoke: (psu: string) => `Revoke the consent as ${psu}, in the online bank`,
    noOnlineBank: "The PSU's online bank can be visited only at a simulated bank.",
    succeeds: (asked: string) => `The SCA succeeds${asked === '' ? '' : `: ${asked}`}`,
    payment: (amount: string, payee: string) => `${amount} to ${payee}`,
    /** @param asks the heading of the bank's page @param named some of its payments */
    asked: (asks: string, named: readonly string[], payments: number) =>
      `${asks}${named.length === 0 ? '' : `: ${named.join(', ')}`}${payments > named.length ? ` and ${payments - named.length} more` : ''}`,
    failed: (why: string) => `Expected the SCA to succeed, but the bank said ${why}`,
    doesNotSucceed: 'The SCA does not succeed',
    succeeded: 'Expected the SCA not to succeed, but it did',
    page: "The bank's page",
    cannotOpen: (reason: string) => `The bank's page cannot be opened: ${reason}.`,
    noAddress: (href: string) => `“${href}” is not the address of a bank's page.`,
    foreign: (origin: string, own: readonly string[]) =>
      own.length === 0
        ? `${origin} is not opened: the bank has sent no scaRedirect before this step to pages that a run opens. They are the bank's own, over HTTPS, and on this machine only if the bank is, too.`
        : `${origin} is not opened: the bank's own pages are elsewhere (${own.join(', ')}).`,
    manyElements: (most: number) => `The bank's page has more than ${most} elements.`,
    manyPages: (pages: number) => `The bank showed more than ${pages} pages and did not redirect.`,
    unread: {
      'too-large': "The bank's page is larger than 200 KB.",
      'too-slow': "The bank's page did not arrive in time.",
    },
    noCustomer: (psu: string, offered: string) =>
      `The page does not offer a customer “${psu}”. It offers: ${offered}.`,
    noChoice: (wanted: string, offered: string) =>
      `The page does not offer ${wanted}. It offers: ${offered}.`,
    thisChoice: 'this choice',
    says: (said: string) => `The bank's page says: ${said}`,
  },
  rows: {
    none: (name: string) => `${name} has no rows, so nothing was run.`,
    tooLarge: (name: string, most: number) => `${name} is larger than ${most} MB.`,
    tooMany: (name: string, most: number) => `${name} has more than ${most} rows.`,
    notCsv: (name: string, reason: string) => `${name} is not CSV with a header line: ${reason}.`,
    notUtf8: (name: string) =>
      `${name} is not UTF-8, so letters such as “å” cannot be read. Save it again as UTF-8; a spreadsheet calls it “CSV UTF-8”.`,
    noColumn: (name: string, number: number) =>
      `Column ${number} of ${name} has no name in the header line. Name it, or delete the column.`,
    doubledColumn: (name: string, column: string) =>
      `${name} has two columns “${column}”, but a variable has one value. Rename one of them.`,
    notJson: (name: string, reason: string) => `${name} is not JSON: ${reason}.`,
    noList: (name: string) => `${name} must be a JSON list of objects, one for each row.`,
    unreadable: (file: string, reason: string) => `The file ${file} cannot be read: ${reason}.`,
  },
  loop: {
    none: 'There is nothing to repeat it for: the list or file has no rows.',
    tooMany: (turns: number, most: number) => `The loop has ${turns} turns, and the limit is ${most}.`,
    noList: (variable: string) => `${variable} is not a list, so the step cannot run for each of its values.`,
    noMaps: (variable: string) =>
      `${variable} is not a list of objects, so the step cannot run for each of them.`,
  },
  condition: {
    noValue: (name: string) => `${name} has no value.`,
    is: (name: string, value: string) => `${name} is ${value}.`,
  },
} as const;
