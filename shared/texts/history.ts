/** The History view, and the comparison of two exchanges. */
export const history = {
  name: 'History',
  /** What the view is found by besides. */
  isFor: 'compare search sent exchanges',
  compare: {
    title: 'Comparison',
    bothSides: 'Both sides',
    first: 'A',
    second: 'B',
    side: (letter: string) => `Exchange ${letter}`,
    swap: 'Swap A and B',
    show: 'Show',
    matters: 'What matters',
    everything: 'Everything',
    headers: 'Headers of the request',
    key: 'keyId and algorithm',
    signingString: 'Signing string',
    response: 'Response',
    responseHeaders: 'Headers of the response',
    differing: (count: number, of: number) =>
      count === 0
        ? 'no line differs, not counting noise'
        : `${count} of ${of} lines differ, not counting noise`,
    count: (count: number) =>
      count === 0
        ? 'No difference matters.'
        : count === 1
          ? '1 difference matters.'
          : `${count} differences matter.`,
    names: (names: readonly string[]) => {
      const [first, ...rest] = names.length > 6 ? [...names.slice(0, 5), `${names.length - 5} more`] : names;
      const last = rest.pop();
      const all = [first, ...rest].join(', ');
      return last === undefined ? `Look at ${all}.` : `Look at ${all} and ${last}.`;
    },
    status: 'the status',
    refused: (letter: string, reason: string) => `The bank refused ${letter}: ${reason}`,
    noResponse: (letter: string) => `${letter} has no response, so the responses are not compared.`,
  },
  place: {
    title: 'Requests sent and received',
    searchHint: 'Path, ID, code, TPP, program, text',
    search: 'Search the history',
    bank: 'Bank',
    everyBank: 'Every bank',
    seldom: 'More',
    deleteAll: 'Delete all…',
    deleteForGood: 'Delete all permanently',
    reading: 'Reading the history…',
    listWidth: 'List width',
    open: 'Open in a tab',
    details: 'Details',
    choose: 'Choose a request to see its response.',
    empty: 'Every request you send is listed here. Send one to get started.',
    emptyReceived: (address: string) =>
      `Nothing has reached the local bank from another program. Point your client at ${address}: each of its requests is listed here, and every refusal is explained.`,
    emptyProxied: 'Nothing has passed the signing proxy. Switch it on under Environments.',
    from: 'Which requests',
    all: 'All',
    sent: 'Sent',
    sentByUs: 'by the workbench',
    received: 'Received',
    receivedFromOthers: 'from other programs',
    proxied: 'Proxy',
    showReceived: 'Show requests received from other programs',
    day: (day: string) => `${day}, Oslo time`,
    isSent: 'Sent by the workbench',
    isReceived: 'Received from another program',
    isPassedOn: 'Passed on for another program',
    tppUnknown: 'TPP unknown',
    about: (title: string, from: string, moment: string) => `${title}. ${from}, ${moment}.`,
    sentTo: (to: string) => `Sent to ${to}`,
    sentToBy: (to: string, whom: readonly string[]) =>
      `Sent to ${to} by ${whom.length === 0 ? 'another program' : whom.join(', ')}`,
    refused: (status: number, title: string, reason: string) =>
      `Refused another program: ${status} ${title}. ${reason}`,
    refusedMany: (count: number, status: number, title: string, reason: string) =>
      `Refused another program ${count} times, most recently: ${status} ${title}. ${reason}`,
    why: 'Show why',
    compareOwn: 'Compare with the workbench’s',
    wouldSend: 'What the workbench would send',
    notSent: 'Not sent.',
    thisView: 'the history',
    notInFlow: 'The diagram cannot find this request: it was sent without an X-Request-ID.',
    unreadable: 'This request cannot be opened in a tab: it is too long, or not a request of this API.',
    more: (count: number) => `These are the newest ${count}. Search to find earlier ones.`,
    nothingFits: (wanted: readonly string[]) =>
      `Nothing in the history matches ${wanted.map((one) => `“${one}”`).join(' and ')}.`,
    milliseconds: (count: number) => `${count} ms`,
    throughTap: (environment: string) => `${environment}, tap`,
    throughProxy: (environment: string) => `${environment}, signing proxy`,
    sca: 'SCA',
    compareWith: 'Compare with…',
    chooseOther: 'Choose the request to compare the selected one with.',
    failed: 'failed',
  },
} as const;
