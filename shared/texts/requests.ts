/** The composer: tabs, form and raw text, body, signing, deliberate faults, code, saved requests. */
export const requests = {
  name: 'Requests',
  commands: {
    operations: 'Operations',
  },
  elsewhere: {
    answered: (request: string, answer: string) => `${request}: ${answer}`,
    failed: (request: string) => `${request}: no response.`,
  },
  body: {
    bytes: (bytes: number) => `${bytes} bytes`,
    tidyUp: 'Format',
    takesNone: 'This operation has no body.',
    hint: 'JSON in UTF-8. Its Digest is signed. Ctrl Space shows suggestions.',
    notRead: 'The bank ignores a body here. If you send one, it is still signed.',
    faults: 'Problems in the body',
    line: (line: number) => `Line ${line}`,
    empty: 'empty',
    required: 'required',
  },
  breakIt: {
    title: 'Break it',
    nothing: 'nothing, send a correct request',
    mustAnswer: 'The bank must answer with {answer}',
  },
  code: {
    title: 'Code',
    asCode: 'As code',
    language: 'Language',
    saveAs:
      'Save the program as {file} in the same folder as {certificate}, which you export from Certificates.',
    faultLeftOut: 'The deliberate fault is left out: the code sends a correct request.',
    program: 'Program',
    lines: 'Program lines',
  },
  composer: {
    form: 'Form',
    raw: 'Raw',
    showAs: 'Show the request as',
    save: 'Save…',
    asCode: 'Copy as code…',
    rawFault: 'The raw text is not a valid request yet',
    missing: (parameters: string) => `Fill in ${parameters} first`,
    ctrlEnter: 'Ctrl Enter',
    sending: 'Sending…',
    send: 'Sign and send',
    ownRequestLine:
      'The request line was edited as text and contains more than this form can show. It is sent as shown above. Changing a parameter here replaces your request line with the one from the form.',
  },
  headers: {
    title: 'Headers',
    hint: 'Numbers are lines of the signing string',
    signedLine: 'Line in the signing string',
    header: 'Header',
    from: 'From',
    rule: 'Rule',
    fillAgain: (name: string) => `Restore ${name}`,
    leftOut: 'omitted',
  },
  operationTree: {
    title: 'Operations',
    filterHint: (count: number) => `Filter ${count} operations`,
    filter: 'Filter operations',
    nothingFound: (filter: string) => `No operation has “${filter}” in its name or path.`,
  },
  parameters: {
    title: 'Parameters',
    encryptedHint: 'enc!!… from a response',
    notSent: 'not sent',
  },
  raw: {
    hint: 'Request line, your headers, an empty line, the body. A header you write replaces the one that would be added. To omit a header, write its name and a colon with no value.',
    faultAt: (line: number, fault: string) => `Line ${line}: ${fault} Fix this before you send the request.`,
    added: 'Added when sent',
    addedHeaders: 'Added headers',
    firstLine: 'The first line must be the method and the path, for example GET /v1/accounts.',
    unknownMethod: (methods: string, method: string) =>
      `The method must be one of ${methods}, in capital letters, not ${method}.`,
  },
  place: {
    treeWidth: 'Tree width',
    responseWidth: 'Response width',
  },
  saveForm: {
    title: 'Save request',
    folder: 'Folder',
    folderHint: 'folder/subfolder, optional',
    save: 'Save',
  },
  saved: {
    cannotOpen: (path: string, damage: string) =>
      `${path} cannot be opened. ${damage} Fix the file or delete it.`,
    unknownOperation: (path: string, operation: string) =>
      `${path} uses an operation that this workbench does not know: ${operation}.`,
  },
  savedTree: {
    title: 'Saved',
    empty: 'Saved requests appear here, one file each.',
    atTop: 'Top level',
    damaged: '(damaged)',
    delete: (name: string) => `Delete ${name}…`,
    deleteForGood: 'Delete permanently',
  },
  signing: {
    string: 'String',
    header: 'Header',
    onWire: 'Wire',
    title: 'Signing',
    ought: 'What should be signed',
    was: 'What was signed',
    will: 'What will be signed',
    lines: (count: number) => `${count} lines`,
    part: 'Show',
    copyWhat: 'the signed text',
    signedText: 'Signed text',
    signingString: 'Signing string',
    signatureHeader: 'Signature header',
    ownSignature:
      'You replaced or omitted the Signature header. The one computed from these lines is not sent.',
    keyId: 'keyId',
    issuerHolds:
      "The issuer's name contains {letters}, so the whole header is sent as one RFC 2047 encoded word.",
  },
  drafts: {
    unreadable: (reason: string) =>
      `Your saved drafts cannot be read. They are left untouched, and new drafts are not saved. ${reason}`,
    notKept: (reason: string) => `Your changes are not being saved. ${reason}`,
  },
  tabs: {
    title: 'Open requests',
    unsaved: 'Unsaved changes',
    unsavedSuffix: ', unsaved changes',
    closeTab: (title: string) => `Close ${title}`,
    middleClick: 'middle click',
    newTab: 'New tab',
    undo: 'Undo',
    ctrlZ: 'Ctrl Z',
    redo: 'Redo',
    ctrlShiftZ: 'Ctrl Shift Z',
    duplicateTab: 'Duplicate tab',
  },
} as const;
