/** Messages of the core about collections: their files, and what is imported, exported and updated. */
export const collectionMessages = {
  stepFile: {
    notJson: (reason: string) => `The file is not valid JSON: ${reason}.`,
    newer: (version: number, known: number) =>
      `The file has version ${version}; this workbench reads versions up to ${known}.`,
    notOperations: (reason: string) => `The file does not list operations of an OpenAPI document: ${reason}`,
    tooDeep: (depth: number) => `its values are nested more than ${depth} deep.`,
    reservedName: 'a name in it is “__proto__”, which JavaScript reserves.',
    noObject: 'it is not a JSON object.',
    noVersion: 'its version is missing.',
    otherForm: 'its structure is unknown',
    controlLine: 'needs GET, PUT, POST or DELETE and a path, such as POST /control/reset',
    variableName:
      'The name of a variable starts with a letter and contains only letters, digits, “.”, “_” and “-”',
  },
  collections: {
    notShipped: (id: string) => `There is no built-in collection “${id}”.`,
    exists: (name: string) => `The flow has another step or group named “${name}”. Choose another name.`,
    damaged: (file: string, there: string) =>
      `${file} is damaged and was not overwritten. ${there} Fix or delete the file, or choose another name.`,
    notAdded: (file: string, mistake: string) => `${file} was not added: ${mistake}`,
    notReadAgain: (name: string, damage: string) =>
      `Nothing was saved: “${name}” could not be read again. ${damage}`,
    changedOutside: (file: string) =>
      `${file} has been changed by another program since it was opened, so it was not overwritten. Compare the two versions, then keep yours or reload the file.`,
    noFileName: (name: string) =>
      `“${name}” cannot be the name of a file. Choose a name with at least one letter or digit.`,
    device: (name: string) => `Windows reserves the name “${name}”. Choose another name.`,
    folderExists: (path: string) => `“${path}” already exists. Choose another name.`,
    noFolder: (path: string) => `The folder “${path}” no longer exists.`,
    noStep: (path: string) => `“${path}” no longer exists.`,
    noLink: (href: string) =>
      `${href} was not opened: only https links in what a collection, flow or step says about itself can be opened.`,
    intoItself: (path: string) => `The folder “${path}” cannot be moved into itself.`,
    mixed: 'Steps and groups go into a flow or group, flows and folders into a folder.',
    nothingToPaste: 'The clipboard has no steps: copy some from a flow, or write a list of them.',
    sameName: (name: string) =>
      `Two of the items are named “${name}”, so they cannot be in one folder. Rename one.`,
    deep: (depth: number) => `Folders can be nested at most ${depth} deep.`,
    copyEnding: (number: number) => (number === 1 ? ' copy' : ` copy ${number}`),
    noPath: (path: string) => `“${path}” is not a valid path for a saved request.`,
    unreadable: (reason: string) => `The file cannot be read: ${reason}.`,
    tooDeep: (depth: number) => `folders are nested more than ${depth} deep`,
    tooMany: (count: number) => `there are more than ${count} flows, groups and steps`,
    tooManyFolders: (count: number) => `there are more than ${count} folders`,
    tooMuch: (megabytes: number) => `the flows before it already fill the limit of ${megabytes} MB`,
    tooLarge: (megabytes: number) =>
      `The file would be larger than ${megabytes} MB and was not saved. Divide it, or shorten its bodies.`,
    notAFolder: (path: string) =>
      `${path} is not a folder, or it is a link, and links are not followed. Choose another folder.`,
    folderUnreadable: (reason: string) => `The folder cannot be read: ${reason}.`,
  },
  interchange: {
    notReadAgain: (file: string, problem: string) =>
      `Nothing was saved: ${file} could not be read again. ${problem}`,
    busy: (most: number) =>
      `${most} imports and exports are in progress. Wait until one of them has finished.`,
    ended: {
      cancelled: () => 'It was cancelled. Nothing was saved.',
      'too-long': (seconds: number) =>
        `It took longer than ${seconds} seconds, so it was stopped. Nothing was saved. Divide the files, or use the command line, which has more time.`,
      'out-of-memory': () =>
        'It needed more memory than an import or export is given, so it was stopped. Nothing was saved. Divide the files, or use the command line, which has more memory.',
    },
    nothing: 'The files contain nothing that can be imported into a collection.',
    noSteps: (path: string) => `The folder “${path}” has no steps to export.`,
    damagedFolder: (path: string, damage: string) =>
      `${path} was not exported, because its description is damaged, so it is unknown which of its variables are secret. ${damage}`,
    changedMeanwhile: (file: string) =>
      `${file} has been changed since the list was made, so nothing was saved. Choose the document again to see what would change now.`,
    changedSinceList:
      'The collection has changed since the list was made, so nothing was saved. Choose the document again to see what would change now.',
    noFolder:
      'This folder has no steps. Choose the folder that was made from an earlier version of the document.',
    damagedOperations: (file: string, damage: string) =>
      `${file} is damaged, so the contents of the earlier document are unknown. Nothing was changed. Restore the file, or delete it to compare with the steps alone. ${damage}`,
    tooLargeDocument:
      'The document is too large for a collection, so the list would be incomplete. Nothing was changed.',
    masked: 'It contains secret values. They were replaced with •••.',
    stillSecret:
      'It was not exported, because a secret value stands where it cannot be replaced with •••: it is part of the format, of the name of a variable, or of several values side by side. Change the value, or what it is part of.',
  },
} as const;
