/** The History view, and the comparison of two exchanges. */
export const history = {
  name: 'History',
  /** What the view is found by besides. */
  isFor: 'compare search sent exchanges',
  compare: {
    received: 'Received',
    title: 'Comparison',
    chosen: (left: string, leftAt: string, right: string, rightAt: string) =>
      `${left}, ${leftAt} and ${right}, ${rightAt}`,
    bothSides: 'Both sides',
    first: 'First',
    second: 'Second',
    noResponse: 'No response.',
  },
  place: {
    title: 'Sent requests',
    searchHint: 'Search by name, ID, code, environment, status or text',
    search: 'Search the history',
    deleteAll: 'Delete all…',
    deleteForGood: 'Delete the whole history permanently',
    reading: 'Reading the history…',
    responseWidth: 'Response width',
    open: 'Open in a tab',
    choose: 'Choose a request to see its response.',
    empty: 'Every request you send is listed here. Send one to get started.',
    more: (count: number) => `These are the newest ${count}. Search to find earlier ones.`,
    nothingFits: (search: string) => `Nothing in the history matches “${search}”.`,
    path: 'Code and path',
    milliseconds: 'ms',
    environment: 'Environment',
    throughProxy: (environment: string) => `${environment}, signing proxy`,
    sca: 'SCA',
    compareWith: (title: string) => `Compare the selected request with ${title}`,
    compare: 'Compare',
    failed: 'failed',
  },
} as const;
