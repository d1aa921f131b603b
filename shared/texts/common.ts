/** Words that several views share. */
export const common = {
  unsaved: 'Unsaved changes',
  unsavedSuffix: ', unsaved changes',
  tryAgain: 'Try again',
  keep: 'Keep it',
  saveFile: (name: string) => `Save ${name}`,
  delete: 'Delete…',
  booked: 'Booked',
  name: 'Name',
  status: 'Status',
  accounts: 'Accounts',
  value: 'Value',
  actions: 'Actions',
  newTestCertificate: 'New test certificate',
  close: 'Close',
  cancel: 'Cancel',
  sent: 'Sent',
  /** In place of a secret. */
  mask: '•••',
  exportEverything: 'Export everything',
  newWindow: 'New window',
  request: 'Request',
  body: 'Body',
  copy: 'Copy',
  open: 'Open',
  row: 'This row',
  copied: 'Copied',
  copyDenied: 'Copying was denied. Select the text and copy it.',
  bytes: (bytes: number) => `${bytes} bytes`,
  kilobytes: (size: string) => `${size} kB`,
  megabytes: (size: string) => `${size} MB`,
  /** How far the bank's clock is from the machine's. */
  clockDifference: {
    seconds: (seconds: number) => `${seconds} s`,
    ahead: (length: string) => `+${length}`,
    behind: (length: string) => `−${length}`,
  },
  markdownPlain: 'This text is too deeply nested to format.',
  markdownRest: (characters: string) =>
    `Only the first ${characters} characters are formatted. This is the rest:`,
  markdownCut: (characters: string) => `Only the first ${characters} characters of this are shown.`,
  compared: {
    equal: (lines: number) => (lines === 1 ? '1 line is the same' : `${lines} lines are the same`),
    noise: (names: readonly string[]) =>
      names.length === 0
        ? 'Noise: only IDs differ'
        : `Noise: ${names.join(', ')} ${names.length === 1 ? 'differs' : 'differ'} in every message`,
    show: 'Show',
    hide: 'Hide',
    differs: 'differs',
    cut: (lines: string) => `Only the first ${lines} lines of each body are compared.`,
    characters: (count: number) => `${count.toLocaleString('en-GB')} characters`,
    whole: 'Show long values whole',
    notAligned: 'There are too many differences to align equal lines, so the lines are compared in order.',
  },
  difference: (lines: number) =>
    lines === 0 ? 'identical' : lines === 1 ? '1 line differs' : `${lines} lines differ`,
  product: 'TPP Workbench',
  workbench: 'Workbench',
  transactions: {
    title: 'Transactions',
    date: 'Date',
    counterparty: 'Counterparty',
    text: 'Text',
    amount: 'Amount',
    pending: 'pending',
  },
} as const;
