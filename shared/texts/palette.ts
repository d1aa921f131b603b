/** The command palette. */
export const palette = {
  commands: {
    goTo: 'Go to',
  },
  palette: {
    open: 'Search or run a command',
    shortcut: 'Ctrl K',
    commands: 'Commands',
    hint: 'Search views, operations, saved requests and commands, or paste a request',
    found: 'Results',
    nothingFound: (search: string) => `No results for “${search}”.`,
  },
} as const;
