/** What was sent, and two of it beside each other. */
export const history = {
  name: 'History',
  compare: {
    received: 'Received',
    title: 'Comparison',
    chosen: (left: string, leftAt: string, right: string, rightAt: string) =>
      `${left}, ${leftAt} and ${right}, ${rightAt}`,
    bothSides: 'Both sides',
    first: 'The first',
    second: 'The second',
    noAnswer: 'No answer.',
  },
  place: {
    title: 'Sent requests',
    searchHint: 'Search by name, path or status',
    search: 'Search the history',
    deleteAll: 'Delete all…',
    deleteForGood: 'Delete the whole history for good',
    reading: 'Reading the history…',
    answerWidth: 'Width of the answer',
    open: 'Open in a tab',
    choose: 'Choose a request to see its answer.',
    empty: 'Everything that is sent is kept here. Send a request to begin.',
    nothingFits: (search: string) => `Nothing in the history fits “${search}”.`,
    path: 'Path',
    milliseconds: 'ms',
    compareWith: (title: string) => `Compare the chosen one with ${title}`,
    compare: 'Compare',
    failed: 'failed',
  },
} as const;
