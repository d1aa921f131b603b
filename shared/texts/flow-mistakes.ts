/** What is wrong with a flow file, and what to write instead. Each sentence stands after the line and the column. */
export const flowMistakes = {
  didYouMean: (written: string, meant: string) => `\`${written}\`: did you mean \`${meant}\`?`,
  unknownKey: (key: string, kind: string, known: string) =>
    `${kind} has no \`${key}\`. It can have ${known}.`,
  unknownStep: (kinds: string) => `A step says what it does with one of ${kinds}.`,
  twoKinds: (first: string, second: string) =>
    `A step does one thing: make two steps of \`${first}\` and \`${second}\`.`,
  empty: (key: string) =>
    `\`${key}\` is empty: indent what follows, or leave it out. Inside \`{ }\`, put quotes around a text that has a comma.`,
  emptyExpectation: 'Nothing is expected: write a value, `present`, or `absent`.',
  missing: (key: string, kind: string) => `${kind} needs \`${key}\`.`,
  mustBe: (key: string, what: string) => `\`${key}\` ${what}.`,
  isText: (key: string, written: string) => `\`${key}\` is a text: quote it: "${written}".`,
  mustBeText: (key: string) => `\`${key}\` is a text: quote it.`,
  mustBeList: (key: string) => `\`${key}\` takes a list: [a, b].`,
  mustBeLimit: (key: string) => `\`${key}\` takes a number, an amount or a date.`,
  mustBeLength: (key: string) =>
    `\`${key}\` takes a whole number from 0. For at least two members, write \`$.list[1]: present\`.`,
  mustBeOneOf: (key: string, values: readonly string[]) => `\`${key}\` is one of ${values.join(', ')}.`,
  numberChanges: (written: string, value: string) =>
    `${written} would become ${value}: quote it: "${written}".`,
  quoteVariable: (written: string) => `\`${written}\` needs quotes: "${written}".`,
  quotePath: 'Quote the path inside `{ }`: `{ "$.a[0]": … }`.',
  quoteStart: (written: string) => `Quote a text that begins with \`${written}\`.`,
  quoteInside: 'Inside `{ }` and `[ ]`, quote a text with one of `[ ] { } ,` in it.',
  quoteColon: (key: string, value: string) => `Quote what has \`: \` in it: \`${key}: "${value}"\`.`,
  colonBlank: (key: string) => `\`${key}\` is no key with a value: write a blank after the colon.`,
  howSteps: '`steps` is a list: each step begins with a dash and a blank, `- request: …`.',
  keyValue: 'Write a key, a colon, a blank and a value: `expect: 200`.',
  indent: 'Indent this line like the keys of its step: the first one stands two blanks after the dash.',
  deeper: 'The next line is indented more than the keys of its step.',
  unclosed: (opening: string) => `A \`${opening}\` before this place has no end.`,
  unclosedVariable: (written: string) => `\`${written}\` has no end: write \`}}\` after the name.`,
  tab: 'Indent with blanks: YAML takes no tabs.',
  aliases: 'A flow file has no anchors, aliases and tags: write the value itself.',
  documents: 'A flow file is one document: leave out what begins at `---`.',
  twice: (key: string, what: string) => `\`${key}\` has two \`${what}\`: keep one.`,
  keyTwice: (key: string) => `\`${key}\` stands here twice: keep one.`,
  together: (source: string, word: string) => `\`${source}\` cannot be \`${word}\` beside something else.`,
  source: (text: string) =>
    `\`${text}\` names nothing: use status, time, code, signature, schema, verdicts, text, header NAME, link NAME, redirect NAME, or a JSONPath that begins with $.`,
  sourceName: (word: string) => `\`${word}\` needs a name: \`${word} NAME\`.`,
  segmentZero: 'Segments are counted from 1, or from -1 at the end.',
  expectationMap: (key: string, known: readonly string[]) =>
    `\`${key}\` expects nothing: use ${known.join(', ')}; an object stands after \`equals:\`.`,
  isNumber: (source: string, written: string) =>
    /^\d+$/.test(written)
      ? `\`${source}\` is a number: write ${written} without quotes.`
      : `\`${source}\` is a number, not \`${written}\`.`,
  noStatus: (status: number) => `${status} is no status: it is from 100 to 599.`,
  noVerdict: (source: string) => `\`${source}\` is one of valid, invalid, unknown.`,
  noCode: (written: string) => `A code is a text such as FORMAT_ERROR; ${written} is a status.`,
  everyForm: (form: string) => `Did you mean \`every: { form: ${form} }\`?`,
  pipe: (text: string) =>
    `\`${text}\`: write \`|\` before \`first\` and \`segment\`: \`link self | segment -1\`.`,
  howExpect:
    '`expect` takes a status without quotes, or sources with what is expected: `{ status: 200, $.id: present }`.',
  howKeep: '`keep` takes names with sources: `{ id: $.paymentId }`.',
  howEach:
    '`each` takes a name with its values, `{ id: [1, 2] }`, a list of maps, `[{ id: 1 }, { id: 2 }]`, or a file of rows.',
  howMap: (key: string) => `\`${key}\` takes names with values: \`{ name: value }\`.`,
  method: (word: string, known: string) => `\`${word}\` is no method: use ${known}.`,
  lineBlank: 'A path has no blanks: write %20.',
  braces: (written: string, right: string) => `\`${written}\`: a variable has two braces: \`${right}\`.`,
  fromOutside: (name: string) =>
    `note: nothing here keeps \`${name}\`: it has to come from the environment, --var or --data.`,
  noDynamic: (name: string, known: string) => `There is no \`${name}\`: use ${known}.`,
  keptLater: (name: string, line: number) => `\`${name}\` is kept only later, on line ${line}.`,
  includesItself: 'A flow cannot include itself.',
  requestLine: 'A request is a method and a path: `GET /v1/accounts`.',
  requestHost: 'What is called begins with /, with https:// or with a variable.',
  unknownFault: (id: string) => `There is no fault \`${id}\`.`,
  bodyAndText: 'A request has a `body` or a `text`, not both.',
  oneVariable: 'Repeat for the values of one name; a list of maps has several: `each: [{ a: 1, b: 2 }]`.',
  eachValues: (name: string) =>
    `\`${name}\` needs a list or a variable that holds one: [a, b] or "{{list}}".`,
  nameTwice: (name: string, line: number) =>
    `The name “${name}” is taken by line ${line}: names are unique in a file.`,
  aKind: (kind: string) => `\`${kind}\``,
  notAFlow: 'A flow file is a map with `steps`.',
  notASettings: 'collection.yaml is a map.',
  yaml: (reason: string) => reason,
  nothingKeeps: (name: string, meant: string) => `Nothing keeps \`${name}\`: \`${meant}\`?`,
  noRows: (file: string) => `There is no file \`${file}\` beside this flow.`,
  noIncluded: (file: string) => `There is no flow \`${file}\` beside this one.`,
  consents: (psu: string) => `Consent of ${psu}`,
  decides: {
    approve: (psu: string) => `${psu} approves`,
    abort: (psu: string) => `${psu} aborts`,
    revoke: (psu: string) => `${psu} revokes the consent`,
  },
  session: (name: string) => `Session ${name}`,
  include: (file: string) => `Include ${file}`,
  pause: (milliseconds: number) => `Pause ${milliseconds} ms`,
  andMore: (text: string, more: number) => `${text} And ${more} more: tpp-workbench check lists them.`,
  at: (line: number, column: number, text: string) => `line ${line}, column ${column}: ${text}`,
} as const;
