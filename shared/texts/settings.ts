/** The Settings view, and the release history of the interface. */

/** A number, and what is counted: one of them and several. */
type Counted = readonly [count: number, one: string, several: string];

/** What there is none of is not listed. */
function inWords(all: readonly Counted[]): string {
  const words = all
    .filter(([count]) => count > 0)
    .map(([count, one, several]) => `${count.toLocaleString('en-GB')} ${count === 1 ? one : several}`);
  if (words.length < 2) return words[0] ?? 'nothing';
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** What an import adds, or has added. */
function counted(of: {
  environments: number;
  variables: number;
  steps: number;
  exchanges: number;
  snapshots: number;
  demonstrations: number;
}): Counted[] {
  return [
    [of.environments, 'environment', 'environments'],
    [of.variables, 'variable', 'variables'],
    [of.steps, 'step of collections', 'steps of collections'],
    [of.exchanges, 'exchange', 'exchanges'],
    [of.snapshots, 'snapshot', 'snapshots'],
    [of.demonstrations, 'demonstration', 'demonstrations'],
  ];
}

const WITHOUT_RUNS = 'Runs of collections and their baselines are not in the file.';

export const settings = {
  name: 'Settings',
  commands: {
    theme: (name: string) => `Theme: ${name}`,
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
    network: 'Network',
    outgoingProxy: 'HTTP proxy',
    outgoingProxyHint:
      'For banks that are not on this machine, such as http://proxy.example:3128. If this field is empty, the variables HTTPS_PROXY and NO_PROXY count. To use none, write direct.',
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
    askedWhat: (found: Parameters<typeof counted>[0] & { program: string; day: string; tabs: number }) =>
      `Written by ${found.program} on ${found.day}, with ${inWords([...counted(found), [found.tabs, 'open request', 'open requests']])}. ${WITHOUT_RUNS}`,
    newEnvironments: 'New environments',
    newEnvironment: (name: string, address: string, certificate: string | null, client: string | null) =>
      `“${name}” sends to ${address}. ${certificate === null ? 'The certificate that it signs with is not here' : `It signs with your certificate “${certificate}”`}${client === null ? '' : `, and presents “${client}” in TLS`}.`,
    moreEnvironments: (count: number) => `… and ${count} more.`,
    askedHow:
      'Everything is added to what is here, and has to be deleted one by one. Nothing is sent to a new environment before you have confirmed it. Only add a file that you trust: its requests run with your certificates.',
    addImport: 'Add',
    cancelImport: 'Cancel',
    imported: 'Imported',
    importedWhat: (
      added: Parameters<typeof counted>[0] & { snapshot: string | null },
      tabs: { opened: number; already: number; waiting: number },
    ) =>
      [
        // With the bank, which has become one.
        `Added: ${inWords(counted({ ...added, snapshots: added.snapshots + (added.snapshot === null ? 0 : 1) }))}.`,
        added.snapshot === null
          ? ''
          : `The bank of the file is the snapshot “${added.snapshot}”: restore it under Bank.`,
        WITHOUT_RUNS,
        tabs.opened + tabs.already + tabs.waiting === 0
          ? ''
          : `Open requests of the file: ${inWords([
              [tabs.opened, 'opened', 'opened'],
              [tabs.already, 'open here already', 'open here already'],
              [tabs.waiting, 'not open yet', 'not open yet'],
            ])}.`,
      ]
        .filter((sentence) => sentence !== '')
        .join(' '),
    leftOut: 'Left out',
    notOpened: (count: number) => `Requests that are not open yet: ${count}`,
    notOpenedList: 'Not open yet',
    openImported: (method: string, title: string) => `Open ${method} ${title}`,
    exportHas: 'Export everything writes one JSON file with:',
    exported: () => [
      'environments with their variables, and certificates without their keys',
      'saved requests, open requests and your own demonstrations',
      'the history and the diagram under Flow',
      'the local bank and its snapshots',
    ],
    exportHasNot: 'It has no:',
    notExported: () => [
      'runs and their baselines',
      'keys and passwords',
      'secret values, except those that the local bank has received or that a bank has sent in a response',
    ],
    importHint: 'An import adds all of this to what is here, and changes and deletes nothing.',
    never: 'never',
  },
} as const;
