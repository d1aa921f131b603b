/** The command palette. */
export const palette = {
  commands: {
    goTo: 'Go to',
  },
  palette: {
    open: 'Search or run a command',
    shortcut: 'Ctrl K',
    commands: 'Commands',
    hint: 'A place, an operation, a command',
    found: 'Found',
    nothingFound: (search: string) => `Nothing is called “${search}”.`,
  },
} as const;
