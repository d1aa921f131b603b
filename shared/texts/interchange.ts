/** Sentences of the report about an import or an export: what was changed in an item, or why it was not carried over. */
export const interchange = {
  // Files
  empty: 'The file is empty.',
  noBundle: 'Some of the files are incomplete. Choose them again.',
  tooManyFiles: (most: number) => `it has more than ${most} files`,
  tooLarge: (megabytes: number) => `The file is larger than ${megabytes} MB.`,
  notJson: (reason: string) => `The file is not valid JSON: ${reason}.`,
  notYaml: (reason: string) => `The file is not valid YAML: ${reason}.`,
  tooDeep: (most: number) => `The file has values nested deeper than ${most}.`,
  tooMany: (most: number) => `The file has more than ${most} values.`,
  ownFlow:
    'This is a flow file of this workbench. Copy it into a folder under “collections” in the data folder, and it appears in the tree. Settings says where the data folder is.',
  unknownFormat:
    'The format is unknown. Supported formats: Postman 2.1, OpenAPI 3, HAR, curl, Insomnia and OpenCollection (Bruno).',
  wrongFormat: (format: string) => `The file is not in the format ${format}.`,
  oldPostman: 'This collection is in an earlier Postman format. Export it as Collection v2.1.',
  oldOpenApi: (version: string) =>
    `OpenAPI 3 can be read, and this is version ${version === '' ? 'unknown' : version}.`,
  notUtf8: 'The text is not UTF-8. It was read as Windows-1252.',
  // Requests
  method: (method: string) =>
    `The workbench sends only GET, PUT, POST, PATCH and DELETE, and this is ${method}.`,
  notHttp: (kind: string) => `The workbench sends only HTTP requests, and this is ${kind}.`,
  noAddress: 'The request has no address.',
  tooManySteps: (most: number) => `A collection can have at most ${most} steps.`,
  tooDeepFolder: (most: number) => `Folders can be nested at most ${most} deep.`,
  unknownBase: (text: string) => `${text} has no value here. It was taken as a part of the base URL.`,
  unknownStart: (text: string) => `${text} has no value here. It was taken as the beginning of the address.`,
  goesTo: {
    base: (origin: string) => `Requests to ${origin} now go to the base URL of the environment.`,
    other: (origin: string) =>
      `These requests to ${origin} keep their whole address. Unless \`hosts\` of the environment names it, they are not signed, and one with a secret of the environment is not sent.`,
    outside: (origin: string) =>
      `These requests to ${origin} keep their whole address, because it is outside of the path of the base URL.`,
  },
  nameCut: (most: number) => `The name was cut to ${most} characters.`,
  noName: 'The item had no name and was given one.',
  credentials: 'The user name and password in the address were dropped.',
  fragment: 'The part of the address after # was dropped, because it is never sent.',
  invalid: (reason: string) => `The item cannot be a step of a collection: ${reason}`,
  nameTaken: (name: string) => `Now named “${name}”, because names are unique in a flow.`,
  off: (name: string) => `${name} is disabled in the source and was left out.`,
  signing: (names: string) => `${names}: written by the workbench when it sends the request.`,
  transport: (names: string) => `${names}: part of the connection, so left out.`,
  cookies: 'Cookies were left out, because the interface uses none.',
  headerName: (name: string) => `"${name}" is not a valid header name.`,
  headerValue: (name: string) => `The value of the header ${name} contains control characters.`,
  headerEmpty: (name: string) => `The header ${name} has no value and was left out.`,
  headerTwice: (name: string) =>
    `The header ${name} occurs more than once. Its values were joined with commas.`,
  secret: (name: string, variable: string) =>
    `${name} is secret: its value was dropped and replaced by {{${variable}}}.`,
  variableName: (before: string, after: string) => `The variable "${before}" is now named ${after}.`,
  shellVariables: (base: string) =>
    `Set the variables of the collection before you run this. Their names start with tpp_: export ${base}=https://…`,
  dynamic: (before: string, after: string) => `The computed variable ${before} is now ${after}.`,
  noDynamic: (before: string, after: string) =>
    `The workbench does not compute ${before}. Give the variable ${after} a value.`,
  tag: (tag: string, after: string) => `The tag ${tag} is not evaluated. Give the variable ${after} a value.`,
  // Bodies
  bodyText: 'The body is kept as text, because it is not JSON or has an unusual JSON layout.',
  bodyFile: (name: string) => `The body is the file ${name}, which was not read.`,
  partFile: (part: string, name: string) =>
    name === ''
      ? `The part ${part} is a file, which is not sent.`
      : `The part ${part} is the file ${name}, which was not read.`,
  bodyComments: 'Comments were left out of the body.',
  bodyMode: (mode: string) => `A body of the kind "${mode}" cannot be carried over.`,
  bodyTooLarge: (megabytes: number) => `The body is larger than ${megabytes} MB.`,
  bodiesTooLarge: (megabytes: number) =>
    `The bodies in the collection are larger than ${megabytes} MB in total.`,
  graphql: 'The GraphQL query is sent as a JSON body.',
  multipart: 'The multipart body is written out as text.',
  otherBody: (title: string) => `The body "${title}" is not selected and was left out.`,
  // Authorization
  authHeader: (kind: string, variable: string) =>
    `${kind} authorization: its value was dropped and replaced by the secret variable {{${variable}}}.`,
  authDropped: 'Its value was dropped and replaced by a secret variable.',
  authKind: (kind: string) => `Authorization of the kind "${kind}" cannot be carried over.`,
  tokenFirst: 'The first step of each flow that needs the token gets it.',
  tokenStep: 'Get an access token',
  tokenUsed: (variable: string) =>
    `The access token is {{${variable}}}, which the first step of the flow gets.`,
  tokenMade: (variable: string) =>
    `The first step of each flow that uses {{${variable}}} gets it here. It is not signed.`,
  tokenInBody: 'The client names itself in the body, not in an Authorization header.',
  tls: 'The client certificate belongs to the environment. Choose it there.',
  certificates: 'Client certificates belong to the environment. Choose them there.',
  // Variables
  secretVariable: 'The variable is secret: its value was dropped.',
  secretInside: 'Secret values inside the variable were dropped.',
  noVariableName: 'A variable needs a name.',
  baseUrl: (url: string) => `Its base URL is ${url}.`,
  longVariable: (most: number) => `The value has more than ${most} characters.`,
  noBaseUrl: 'Its base URL is not known. Set it before you use the environment.',
  environmentSecrets: (names: string) => `Give these secret variables a value: ${names}.`,
  processVariable: (name: string) =>
    `The process variable ${name} is now a variable of the collection. Give it a value.`,
  // Scripts and tests
  preScript: 'Scripts are not run. Set variables, or add a step before this one.',
  script: 'Scripts are not run, and this one has no assertion or capture.',
  statement: (text: string) => `This part of the script is not carried over: ${text}`,
  recognised: (texts: string) => `Converted from code: ${texts}`,
  notUnderstood: 'This test cannot be expressed without code.',
  below: (limit: number) => `"below ${limit}" is now "at most ${limit}".`,
  above: (limit: number) => `"above ${limit}" is now "at least ${limit}".`,
  truthy: 'Whether a value is truthy is now whether it is present.',
  falsy: 'Whether a value is falsy is now whether it is absent.',
  notEmpty: 'What must not be empty must now not be "": an empty list passes.',
  different: 'A value that must be different must now be present, too.',
  guarded: (condition: string) =>
    `The script does this only if ${condition}. The step does it always, and fails if the value is missing.`,
  tried: 'The script ignores errors here. The step fails if the value is missing.',
  orElse: 'The script has another value where this one is missing. The step fails.',
  operator: (operator: string) => `The operator "${operator}" has no counterpart.`,
  expression: (expression: string) => `The expression "${expression}" has no counterpart.`,
  assertionLeftOut: (text: string) => `A flow cannot say this assertion, so it was left out: ${text}.`,
  // What is not a request
  pastedMany: (opened: number, all: number) =>
    `Only the first ${opened} of ${all} requests were opened. To keep all of them, use Import….`,
  response: 'Only the status of the response is kept, as an assertion.',
  recorded: 'Recorded responses are not imported. Run the step to have one.',
  asset: (type: string) => `This is part of a web page (${type}), not a call of the interface.`,
  scheme: (scheme: string) => `The address starts with ${scheme}, and the workbench sends HTTPS requests.`,
  callback: 'Callbacks and webhooks are calls to you, not to the bank.',
  cookieJar: 'Cookie jars are left out.',
  kind: (kind: string) => `Items of the kind "${kind}" have no counterpart.`,
  notAnItem: 'The item does not have the structure that the format requires.',
  schemaExample: 'The body was made from the schema, because there is no example.',
  optionalLeft: (names: string) => `Optional members without an example were left out: ${names}.`,
  schemaCut: 'The schema is recursive or very large. The body has its first levels only.',
  outsideReference: (reference: string) =>
    `The reference ${reference} leads to a file that was not given, or cannot be read.`,
  noReference: (reference: string) => `The target of the reference ${reference} does not exist.`,
  choice: (count: number) => `The first of ${count} alternatives was taken.`,
  mediaType: (types: string) => `Other media types were left out: ${types}.`,
  optionalParameter: (name: string) => `The optional parameter ${name} has no example and was left out.`,
  parameterStyle: (name: string) =>
    `The example of the parameter ${name} was left out: its style cannot write lists and objects inside others.`,
  cookieParameter: (name: string) => `The parameter ${name} is a cookie and was left out.`,
  otherStatus: 'Only the first success status became an assertion.',
  command: (word: string) => `The command "${word}" is not curl.`,
  option: (option: string) => `The option ${option} has no counterpart.`,
  unknownOption: (option: string) => `The option ${option} is unknown.`,
  substitution: (text: string) => `${text} is a shell substitution, which was not evaluated.`,
  unfinished: 'A quotation mark is not closed.',
  redirection: (text: string) => `The shell syntax "${text}" was left out.`,
  // Update from a newer OpenAPI document
  update: {
    address: 'Method and path',
    parameter: (name: string) => `Parameter ${name}`,
    header: (name: string) => `Header ${name}`,
    field: (name: string) => `Body field ${name}`,
    body: 'The body',
    descriptionIs: {
      added: 'The description is new, so it is added.',
      changed: 'The description has changed, so it is replaced.',
      removed: 'The description is no longer in the document, so it is removed.',
    },
    descriptionConflict:
      'The description has changed in the document, but you have changed it too. Yours is kept.',
    nothing: 'nothing',
    added: (what: string, now: string) => `${what} is new: ${now}.`,
    changed: (what: string, was: string, now: string) => `${what}: ${was} is now ${now}.`,
    removed: (what: string) => `${what} is no longer in the document, so it is removed.`,
    conflict: (what: string, now: string) =>
      `${what} is now ${now} in the document. You have changed it, so yours is kept.`,
    conflictGone: (what: string) =>
      `${what} is no longer in the document. You have changed it, so yours is kept.`,
    conflictUnknown: (what: string, now: string) =>
      `${what} is ${now} in the document and different in your step. Yours is kept.`,
    renamed: (was: string, now: string) =>
      `The operation is now named ${now} in the document. Its old name was ${was}.`,
    example: (name: string) => `example ${name}`,
    byPath: 'The step was found by its method and path. From now on, it belongs to this operation.',
    deleted: 'Its step has been deleted, or moved out of this folder.',
    gone: 'It is not in the newer document.',
    notOpenApi: 'This is not an OpenAPI document. Only an OpenAPI document can update a collection.',
    oneDocument: 'Choose one OpenAPI document, with the files that it refers to.',
  },
  // Export
  kindOfStep: (kind: string) => `The format has no counterpart for a step of the kind "${kind}".`,
  damaged: (reason: string) => `The file is damaged: ${reason}`,
  unknownRequest: (operation: string) =>
    `The operation "${operation}" is not in the catalogue, so its address is unknown.`,
  fault: (fault: string) => `The deliberate fault "${fault}" has no counterpart.`,
  part: (name: string) => `"${name}" of the step has no counterpart.`,
  groupPart: (name: string) => `"${name}" of the group has no counterpart.`,
  scaOf: (consent: string) => `${consent}: SCA`,
  filledElsewhere: (text: string) =>
    `The workbench sends ${text} as it is. The other program may fill something in there.`,
  headerNotAllowed: (name: string) => `“${name}” cannot be the name of a header.`,
  omittedHeader: (name: string) => `The format cannot say that the header ${name} is omitted.`,
  exampleHost: (host: string) => `The addresses start with ${host}, a placeholder for the bank.`,
  baseVariable: 'The variable is part of the base URL of the environment, so it was left out.',
  throughProxy:
    'The requests are not signed: the signing proxy signs them, and its address is the value of `baseUrl`.',
  unsigned: 'The request is not signed, because only the workbench has the key.',
  assertionLost: (text: string) => `This assertion has no counterpart: ${text}.`,
  captureLost: (name: string) => `The capture of ${name} has no counterpart.`,
  warnLost: 'Assertions that only warn have no counterpart.',
  flattened: 'The format has no folders, so the steps are in one list.',
  joined: 'The format has one level of folders, so the names of nested folders were joined.',
  emptyFolder: 'The folder has no request.',
  variablesLost: 'The format has no variables.',
  documentationLost: 'The format has no documentation.',
  faultNotSent: (fault: string) =>
    `The step breaks its request on purpose (“${fault}”), and there only right ones are sent.`,
  skipped: (reason: string) => `The collection leaves it out: ${reason}`,
  whenNot: (why: string) => `Its condition does not hold: ${why}`,
  whenUnknown: (name: string) => `Only a run knows whether its condition about ${name} holds.`,
  rowsInFile: (file: string) => `It repeats for each row of the file ${file}, which an export does not read.`,
  rowsUnknown: 'It repeats for each value of a list that only a run knows.',
  exportCut: (most: number) =>
    `More than ${most} steps, with those of included flows and loops: the rest is left out.`,
  includesItself: (flow: string) => `The flow “${flow}” includes itself.`,
  calculated: (text: string) => `{{${text}}} is calculated from values that only a run knows.`,
  unknownDate: (name: string) =>
    `{{${name}}} is computed from the bank's clock, which is known only after a step that sets it.`,
  knownInRun: (name: string) => `Only a run knows {{${name}}}.`,
  needsKept: (name: string, step: string) =>
    `It needs {{${name}}} of “${step}”, which is left out or in another flow.`,
  needsPsu: (step: string) => `It needs the PSU of “${step}”, which is left out.`,
  needsAct: (step: string) => `It comes after “${step}”, which is left out and changes the bank.`,
  noOnlineBank: "No request of a TPP revokes a consent in the PSU's online bank.",
  needsPage: (step: string) => `It needs the bank's page to which “${step}” leads, which is left out.`,
  otherPsu: 'It goes on as the PSU of an earlier SCA, and the signing proxy knows only the latest one.',
  bodyUnknown: 'Only a run knows its body, or that to which its “change” is applied.',
  untilChanges:
    'It is repeated until something holds, and an export repeats only requests that change nothing.',
  untilUnknown: (text: string) => `A script cannot tell when it is no more repeated: ${text}.`,
  untilHolds: (name: string) => `${name}: until it holds`,
  betweenRounds: (name: string) => `${name}: between two rounds`,
  backAtTpp: (name: string) => `${name}: back at the TPP`,
  includedElsewhere: (flow: string) => `The flow “${flow}” that it includes is not exported.`,
  scaByControl: 'The SCA is decided by the control listener of a simulator, not on the pages of the bank.',
  volatileLost: 'The list of volatile values has no counterpart.',
  secretValue: 'The value of a secret variable is never exported.',
} as const;
