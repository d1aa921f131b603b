/** Messages about the export of all work, and its import. */

const grouped = (count: number) => count.toLocaleString('en');

export const workMessages = {
  exportAll: {
    noRoom: (snapshot: string) =>
      `The snapshot “${snapshot}” is not in the file, which would be too large to import. Save it under Bank › Snapshots as a file of its own.`,
    damagedFile: (file: string) =>
      `${file} has mistakes and is not in the file: nobody knows which of its values are secret. Mend it first.`,
    faultyDemonstration: (file: string) =>
      `The demonstration ${file} has faults and is not in the file. Flow › Demonstrations says which.`,
  },
  importAll: {
    notAnExport: (file: string) =>
      `${file} is not an export of all work. Choose a file of “Export everything”.`,
    otherVersion: (file: string, program: string) =>
      `${file} was written by ${program}, in a format that this version does not read. Export it again with this version.`,
    snapshot: (day: string) => `Export of ${day}`,
    certificate: (environment: string) =>
      `“${environment}”: keys are not in the file. Nothing is sent there until you import its certificate under Certificates, or choose another one in the environment.`,
    headers: (environment: string) =>
      `“${environment}”: secret values in header defaults are not in the file. Enter them again.`,
    damagedHeaders: (environment: string) =>
      `“${environment}”: the header defaults in the file cannot be used and were left out. Enter them again.`,
    secret: (variable: string, environment: string) =>
      `“${environment}”: the value of the secret variable ${variable} is not in the file. Enter it again.`,
    noCollectionFile: 'it is no file of a collection.',
    notSaved: (part: string, reason: string) => `${part} was left out: ${reason}`,
    damaged: (part: string, count: number) =>
      `${part}: ${count === 1 ? 'one is damaged and was' : `${grouped(count)} are damaged and were`} left out.`,
    variablesOf: (environment: string) => `Variables of “${environment}”`,
    more: (count: number) => `And ${grouped(count)} more.`,
    underWay: 'Another import is under way. Wait until it is done.',
    stopped: 'The workbench stopped before the import was done. What it had added is there.',
    parts: {
      environments: 'Environments',
      certificates: 'Certificates',
      files: 'Files of collections',
      tabs: 'Open requests',
      demonstrations: 'Demonstrations',
      snapshots: 'Snapshots',
      exchanges: 'Exchanges',
      events: 'Events of Flow',
      settings: 'The theme',
      bank: 'The bank',
      history: 'The history',
      flow: 'The flow',
      snapshot: (name: string) => `The snapshot “${name}”`,
      demonstration: (name: string) => `The demonstration “${name}”`,
    },
  },
} as const;
