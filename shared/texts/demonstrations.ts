/** Guided demonstrations: the pane in the Flow view, the player, and what is wrong with a file. */
/** What a person did in place of a demonstration. */
const OUTCOMES = {
  approved: 'approved by hand',
  aborted: 'aborted by hand',
  failed: 'decided by hand, and the SCA failed',
};
const DECIDES = { approved: 'approves', aborted: 'aborts', failed: 'tries to approve' };

export const demonstrations = {
  title: 'Demonstrations',
  all: 'All demonstrations',
  open: 'Play',
  resume: 'Continue',
  intro:
    'Each demonstration plays in a fresh bank whose clock is set for it. Your own bank is set aside, and restored when you leave.',
  minutes: (minutes: number) => `${minutes} min`,
  steps: (steps: number) => (steps === 1 ? '1 step' : `${steps} steps`),
  own: 'Yours',
  add: 'Add a file…',
  addHint:
    'A demonstration that you or someone else has written. docs/demonstrations.md describes the format.',
  faults: (name: string, faults: number) =>
    faults === 1
      ? `${name} has 1 error and was not added.`
      : `${name} has ${faults} errors and was not added.`,
  faultLine: (line: number) => `Line ${line}`,
  remove: 'Delete',
  removeForGood: 'Delete permanently',
  save: 'Save as file',
  saveSchema: 'Save the schema for editors',
  saveSchemaHint: 'Save it in the folder of your file: an editor then completes the names and marks errors.',
  makeFrom: 'Create from a collection or flow…',
  makeFromHint: 'Each request in it becomes a step. Write the texts in the file, then add it.',
  make: 'Create the file',
  collection: 'Collection or flow',
  noCollections: 'There are no collections and flows yet. Record or import some.',
  step: (step: number, steps: number) => `Step ${step} of ${steps}`,
  part: (part: number, parts: number) => `part ${part} of ${parts}`,
  pointAt: 'Point at',
  /** In place of it on the hand-out. */
  lookAt: 'Look at',
  next: 'Next',
  nextRedirect: 'sends the PSU’s browser to the bank.',
  nextByHand: 'continues with what you decided by hand.',
  nextBack: 'shows what the TPP does after the return.',
  nextStep: (title: string) => `shows “${title}”.`,
  nextAgain: 'plays this step again from the beginning.',
  nextUndone: (title: string) => `undoes your change and plays “${title}” again.`,
  nextAsWritten: (title: string) => `plays “${title}” as it was written.`,
  end: 'This was the last step.',
  back: 'Back',
  restart: 'Restart',
  busy: 'Playing…',
  play: 'Play automatically',
  stopPlaying: 'Pause',
  seconds: 'Seconds per step',
  go: (step: number, title: string) => `Go to step ${step}, ${title}`,
  progress: 'Steps',
  leave: 'Leave',
  leaveHint: 'Restores your own bank as it was.',
  taken: (name: string) => `You already have a demonstration named “${name}”, and the file is different.`,
  replace: 'Replace it with the file',
  keepOld: 'Keep the old one',
  putBack: 'Restore my bank',
  aside: 'Your own bank is set aside.',
  isFresh: 'Your own bank is set aside. Requests and the Bank view use the fresh bank of the demonstrations.',
  isFreshFor: (name: string) =>
    `Your own bank is set aside. Requests and the Bank view use the bank of the demonstration “${name}”.`,
  toDemonstration: 'Go to the demonstration',
  again: 'Restart the class',
  againHint:
    'Starts with a fresh bank at the current time, an empty diagram and no PSU. Your own bank stays set aside.',
  changed: 'You have changed something by hand since this step.',
  returnTo: 'Return to the demonstration',
  failed: (title: string, reason: string) =>
    `“${title}” could not be played. ${/[.!?]$/.test(reason) ? reason : `${reason}.`}`,
  failedAfter: (title: string, psu: string | null, outcome: keyof typeof OUTCOMES) =>
    `In “${title}”, ${psu ?? 'the PSU'} ${OUTCOMES[outcome]}.`,
  failedAfterChange: 'You had changed something by hand before it.',
  present: 'Present',
  presentHint:
    'Large type for a projector, beside the diagram if there is room. Press E to open an exchange, Escape to leave.',
  diagram: 'Diagram',
  diagramKey: 'D',
  exchange: 'Exchange',
  exchangeKey: 'E',
  closeExchange: 'Close the exchange',
  leavePresent: 'Leaves the presentation.',
  escape: 'Escape',
  presenter: 'Presenter',
  presenterHint: 'Notes, the next step and the clock, for the screen that the audience does not see.',
  handout: 'Hand-out…',
  diagramEnds: (step: number, steps: number) => `The diagram ends with step ${step} of ${steps}.`,
  diagramPage: (page: number) => `Diagram, page ${page}`,
  acts: 'What happened',
  who: { tpp: 'TPP', psu: 'PSU', bank: 'Bank', operator: 'Operator' },
  actors: 'Who acts',
  before: 'The PSU’s browser will open',
  after: 'The bank has sent the PSU back to',
  openSelf: 'Approve by hand',
  openSelfHint:
    'Opens the page in its own window or tab, so that you can approve instead of the demonstration.',
  decidedByHand: {
    approved: 'Approved by hand.',
    aborted: 'Aborted by hand.',
    failed: 'Decided by hand, and the SCA failed.',
  },
  otherwise: 'This step was written for another decision.',
  whoDecided: (psu: string | null, outcome: keyof typeof DECIDES) =>
    `${psu ?? 'The PSU'} ${DECIDES[outcome]}`,
  bankTime: 'Bank clock',
  inOslo: (time: string) => `${time} Oslo`,
  inZone: (time: string, zone: string) => `${time} Oslo, ${zone}`,
  everySeconds: (seconds: number) => `${seconds} s`,
  presenterTitle: 'Presenter',
  presenterWindow: 'Presenter — TPP Workbench',
  notes: 'Notes',
  noNotes: 'This step has no notes.',
  nextUp: 'Next step',
  nothingPlays: 'No demonstration is playing. Start one in the Flow view.',
  elapsed: 'Elapsed',
  clock: {
    moved: (from: string, to: string, zone: string) => `Bank clock: ${from} to ${to} (Oslo, ${zone})`,
    movedZone: (from: string, before: string, to: string, after: string) =>
      `Bank clock: ${from} (${before}) to ${to} (${after}), Oslo`,
    holiday: (day: string, name: string) => `${day} (${name})`,
    holidays: {
      newYear: "New Year's Day",
      maundyThursday: 'Maundy Thursday',
      goodFriday: 'Good Friday',
      easterMonday: 'Easter Monday',
      labourDay: 'Labour Day',
      constitutionDay: 'Constitution Day',
      ascensionDay: 'Ascension Day',
      whitMonday: 'Whit Monday',
      christmasDay: 'Christmas Day',
      boxingDay: 'Boxing Day',
    },
    holidaysPassed: (days: string) => `Public holidays in between: ${days}.`,
    holidaysAndMore: (days: string) => `Public holidays in between: ${days}, and more.`,
    weekend: (days: string) => `Not a banking day: ${days}.`,
    summer: 'Summer time starts: the clock goes forward one hour.',
    winter: 'Summer time ends: the clock goes back one hour.',
  },
  lint: {
    code: 'must be a short word such as PDNG, 401 or CONSENT_INVALID',
    lines: (lines: number) => `must have at most ${lines} lines, so that it fits on a projector`,
    tooLarge: (kilobytes: number) => `The file is larger than ${kilobytes} kB.`,
    noMap: 'A demonstration is a map with `name`, `summary`, `minutes`, `start` and `steps`.',
    noStep: 'A step of a demonstration is a map with `title`, `text` and `actions`.',
    aDemonstration: 'A demonstration',
    aStep: 'A step of a demonstration',
    unfit: (reason: string) => `The file is not a demonstration: ${reason}`,
    schemaTitle: 'A guided demonstration of TPP Workbench',
    schemaDescription:
      'Texts for a room, and the actions that each step performs. docs/demonstrations.md explains them.',
    startForm: 'must be a date and time with an offset from UTC, such as 2026-10-05T10:00:00+02:00',
    start: (years: string) =>
      `must be in ${years}, with at most three decimals of a second, so that the bank’s clock can be set to it`,
    unknownOperation: (request: string) =>
      `The bank has no operation “${request}”. A demonstration can only call the bank’s own operations.`,
    tooManyRounds: (most: number) => `A demonstration can repeat an action at most ${most} times.`,
    longBetween: (most: number) => `The pause between two repetitions can be at most ${most} milliseconds.`,
    leadsAway: (header: string) =>
      `Delete the header ${header}: the workbench sets it, so that the PSU and the request stay with the local bank.`,
    foreignLink:
      'The link must be a variable, because a demonstration opens only pages to which the bank has sent the PSU.',
    unknownControl: (call: string) =>
      `A demonstration cannot make the control call “${call}”. Use a control call other than reset and snapshots, which only the player uses.`,
  },
  fromCollection: {
    variables: (name: string) =>
      `“${name}” passes variables to the flow that it includes. The steps of that flow are included without them.`,
    credential: (name: string) =>
      `{{${name}}} stands for a credential, whose value is left out. If the demonstration needs one, give an invented value under “variables”.`,
    masked: 'Values of secret variables are left out: “•••” stands in their place.',
    summary: 'Say in one sentence what the audience will see.',
    text: (name: string) => `${name}. Write the text for the audience here.`,
    tooMany: (title: string) => `“${title}” is left out: a demonstration can have at most 40 steps.`,
    resetLeft: (name: string) => `“${name}” is left out: a demonstration resets the bank only at the start.`,
    skipped: (name: string) => `“${name}” is left out: the collection skips it.`,
    loop: (name: string) => `“${name}” is left out: a demonstration cannot have loops.`,
    condition: (name: string) => `“${name}” is left out: a demonstration cannot have conditions.`,
    unsaid: (name: string, reason: string) => `“${name}” is left out: ${reason}`,
  },
  player: {
    gone: 'This demonstration no longer exists.',
    notRunning: 'No demonstration is playing. Start one first.',
    notBegun: (name: string, reason: string, isBack: boolean) =>
      `“${name}” could not be started. ${reason}${isBack ? ' Your bank is as it was before.' : ''}`,
    noSuchStep: (steps: number) => `The demonstration has steps 1 to ${steps} only.`,
    tooLarge:
      'Your bank is too large to be set aside. If you need its data, take a snapshot in the Bank view. Then reset the bank and start the demonstration again.',
    taken: (name: string) =>
      `The file for a demonstration named “${name}” cannot be written, because a folder or a link is in its place. Move that away, or change the name in the file.`,
    folderIsNot: (path: string) =>
      `${path} must be a folder, but it is a link or a file, so nothing was saved. Move it away, then try again.`,
    shippedStays: 'The built-in demonstrations cannot be deleted.',
    faulty: (line: number, text: string) => `Line ${line}: ${text}`,
    putBack: 'A demonstration was playing when the workbench closed. Your bank is as it was before.',
    notPutBack: (reason: string, file: string) =>
      `A demonstration was playing when the workbench closed, and your bank could not be restored: ${reason} The file is kept as ${file}.`,
    asideUnreadable: (reason: string) => `The file with your bank cannot be read: ${reason}.`,
    asideDamaged: 'The file with your bank is damaged, or was written by another version of the workbench.',
    note: (step: number, title: string) => `Step ${step}: ${title}`,
    unknownCollection: 'This collection no longer exists.',
  },
} as const;
