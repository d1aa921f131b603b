/** The Settings view, and the release history of the interface. */
export const settings = {
  name: 'Settings',
  commands: {
    theme: (name: string) => `Theme: ${name}`,
    ctrlShiftN: 'Ctrl Shift N',
    themeSystem: 'system',
    themeContrast: 'high contrast',
    themeLight: 'light',
    themeDark: 'dark',
    lockVault: 'Lock the vault',
    /** What the view is found by besides. */
    settingsAre: 'passphrase vault theme',
    help: 'Help: version, licences, locations',
    /** What the command is found by besides. */
    helpIs: 'about documentation log data folder',
  },
  licences: {
    title: 'Licences',
    show: 'Licences of the program and its libraries',
    notRead: 'The licences could not be read. They are in the folder of each library, in node_modules.',
  },
  releaseHistory: {
    title: 'Interface release history',
    lead: "How the bank's interface has changed, and when. A bank behaves according to its own date: start it with an earlier date (npm run bank -- --clock) to get the defaults of that day.",
    apiReleases: 'API releases',
    release: 'Release',
    date: 'Date',
    change: 'Change',
    acceptFixes: 'x-accept-fix values',
    introduced: 'Introduced',
    defaultSince: 'Default since',
    effect: 'Effect',
    documentation: 'Documentation',
    version: 'Version',
    apiRelease: 'API release',
  },
  place: {
    system: 'System',
    light: 'Light',
    dark: 'Dark',
    highContrast: 'High contrast',
    fiveMinutes: '5 minutes',
    fifteenMinutes: '15 minutes',
    oneHour: '1 hour',
    theme: 'Theme',
    vault: 'Vault',
    keysKept: (how: string) => `Private keys are encrypted with AES-256-GCM. The vault key is kept ${how}.`,
    fileWarning:
      'Encryption protects a copy of the database, but not a copy of the whole folder, which contains the key. Set a passphrase before you import real keys.',
    lockAfter: 'Lock when idle for',
    changePassphrase: 'Change passphrase',
    setPassphrase: 'Set a passphrase',
    whereThings: 'Locations',
    dataFolder: 'Data folder',
    showFolder: 'Show the folder',
    showLog: 'Show the log',
    localBank: 'Local bank',
    localBankAt: (port: number) => `https://localhost:${port}`,
    psuPages: "PSU's online bank",
    psuPagesHint: '(consents and accounts as the PSU sees them)',
    redirectUri: 'TPP-Redirect-URI',
    version: 'Version',
    desktopWindow: 'desktop window',
    browser: 'browser',
    yourData: 'Your data',
    importEverything: 'Import everything…',
    importing: 'Importing…',
    importFile: 'File of “Export everything”',
    askImport: (file: string) => `Add ${file}?`,
    askedWhat: (found: {
      program: string;
      day: string;
      environments: number;
      variables: number;
      steps: number;
      exchanges: number;
      snapshots: number;
      tabs: number;
      demonstrations: number;
    }) =>
      `Written by ${found.program} on ${found.day}. It has environments: ${found.environments}, variables: ${found.variables}, steps of collections: ${found.steps}, exchanges: ${found.exchanges}, snapshots: ${found.snapshots}, open requests: ${found.tabs}, demonstrations: ${found.demonstrations}.`,
    askedHow:
      'Everything is added to what is here, and has to be deleted one by one. Only add a file that you trust: its requests run with your certificates.',
    addImport: 'Add',
    cancelImport: 'Cancel',
    imported: 'Imported',
    importedWhat: (added: {
      environments: number;
      variables: number;
      steps: number;
      exchanges: number;
      snapshots: number;
      demonstrations: number;
      snapshot: string | null;
    }) =>
      `Added environments: ${added.environments}, variables: ${added.variables}, steps of collections: ${added.steps}, exchanges: ${added.exchanges}, snapshots: ${added.snapshots}, demonstrations: ${added.demonstrations}.${
        added.snapshot === null
          ? ''
          : ` The bank of the file is the snapshot “${added.snapshot}”: restore it under Bank.`
      }`,
    leftOut: 'Left out',
    notOpened: (count: number) => `Requests that are not open yet: ${count}`,
    notOpenedList: 'Not open yet',
    openImported: (method: string, title: string) => `Open ${method} ${title}`,
    exportHint:
      'One JSON file with environments, certificates, saved requests, drafts, history, your own demonstrations, the bank and its snapshots. Keys, passwords and secret values are left out, except for what the local bank has received, which is in the bank and its snapshots, and what a run, or you before the last start, kept from a response as a secret, which is in that response. An import adds it to what is here, and changes nothing.',
    never: 'never',
  },
} as const;
