/** What a run says about its steps. */
export const running = {
  stopped: 'The run was stopped.',
  stoppedDuring: 'The run was stopped during this step.',
  tookTooLong: 'It took too long.',
  ended: 'The run ended at the first failure.',
  noResponse: 'There was no response.',
  unexpected: (reason: string) => `The step failed unexpectedly: ${reason}`,
  filledTooMuch: (megabytes: number) =>
    `The values of the variables are larger than ${megabytes} MB in total, so they were not filled in. Use shorter values, or use them less often.`,
  outside: 'it is outside the collection',
  noCollection: 'no folder around this step is a collection, and only a collection has files',
  request: {
    isSuccess: 'Status is a success',
    needsWord: 'This fault needs a certificate whose issuer has letters outside ASCII.',
    needsParts: 'This fault needs a certificate whose issuer has several parts.',
    isNoSuccess: (status: string) => `Expected a successful status, got ${status}`,
  },
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
      "Only a user can fill in this bank's pages. Run this in the window, with an environment that uses the workbench's own TPP-Redirect-URI.",
    approve: (psu: string) => `Approve as ${psu}`,
    abort: (psu: string) => `Abort as ${psu}`,
    succeeds: 'The SCA succeeds',
    failed: (why: string) => `Expected the SCA to succeed, but the bank said ${why}`,
    doesNotSucceed: 'The SCA does not succeed',
    succeeded: 'Expected the SCA not to succeed, but it did',
    tooSlow: 'The bank answered too slowly, or the run was stopped.',
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
    notJson: (name: string, reason: string) => `${name} is not JSON: ${reason}.`,
    noList: (name: string) => `${name} must be a JSON list of objects, one for each row.`,
    unreadable: (file: string, reason: string) => `The file ${file} cannot be read: ${reason}.`,
  },
  loop: {
    tooMany: (turns: number, most: number) => `The loop has ${turns} turns, and the limit is ${most}.`,
    noValue: (name: string) => `The variable ${name} has no value.`,
    noList: (name: string) =>
      `The variable ${name} is not a list, so the step cannot run for each of its values.`,
  },
} as const;
