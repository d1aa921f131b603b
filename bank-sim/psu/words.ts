/** What the PSU's pages say, in English; words-nb.ts has the same in Norwegian. */
import { minorText } from '../../shared/money/money.ts';
import type { ScaQuestion } from '../domain/sca.ts';

const dates = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Oslo', dateStyle: 'long' });
const days = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' });
const times = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Oslo', timeStyle: 'short' });

/** One payment, or several. */
const these = (count: number) => (count === 1 ? 'this payment' : `these ${count} payments`);

export const EN = {
  lang: 'en',
  titles: {
    identify: 'Identify yourself',
    signIn: 'Sign in',
    consent: 'Share accounts',
    payment: 'Approve a payment',
    basket: 'Approve payments',
    cancellation: 'Cancel a payment',
    openApp: 'Open the app',
    fingerprint: 'Fingerprint',
    ownBank: 'Your bank',
    unknown: 'Unknown request',
    used: 'This request has already been answered',
    expired: 'This request has expired',
    elsewhere: 'Page not found',
    worker: 'Not opened by you',
    cookies: 'Too many cookies',
    foreign: 'Not from the bank',
  },
  deadEnds: {
    unknown: 'The bank has no request at this address. Go back to the app that sent you and start again.',
    used: 'A request can be answered only once. Go back to the app that sent you, which can start a new one.',
    expired: 'You must approve within 15 minutes. Go back to the app that sent you and start again.',
    elsewhere: 'The practice bank has no page at this address.',
    worker:
      'Something that another program left in your browser opened this page in your place. It has been removed, and nothing was changed. Open the page again.',
    cookies:
      'Your browser sends more than 128 KB with each request, probably cookies that other programs on this machine have set. Delete the cookies of 127.0.0.1 and localhost in the browser, then open the page again.',
    foreign:
      'Only pages of the bank itself, at its own address on this machine, can send this. Nothing was changed.',
  },
  aBank: (name: string) => `${name}, a practice bank`,
  practice: 'This is a practice bank.',
  practiceApp: 'A practice app on a simulated phone.',
  notReal: 'No real person, no real money.',
  path: 'Where you are',
  steps: (tpp: string) => ['Sign in', 'Check and approve', `Back to ${tpp}`],
  whoAsks: 'Who asks',
  sentYou: 'sent you here',
  yes: 'Yes',
  no: 'No',
  facts: {
    consent: {
      yes: ['Sees names, balances and transactions of what you share'],
      no: ['Cannot move money with this', 'Cannot see any other account'],
    },
    identify: { yes: ['Learns that you are a customer here'], no: ['Sees no account'] },
    payment: { yes: ['Learns whether you approved'], no: ['Never sees your national ID'] },
    basket: { yes: ['Learns whether you approved'], no: ['Never sees your national ID'] },
    cancellation: { yes: ['Learns whether you approved'], no: ['Never sees your national ID'] },
  } satisfies Record<ScaQuestion, { yes: string[]; no: string[] }>,
  /** The TPP's request as a sentence. @param count transfers of a payment: a bulk payment has several */
  question: (ask: ScaQuestion, tpp: string, count: number) => {
    const whole = count === 1 ? 'a payment' : `${count} payments`;
    const wants = {
      consent: 'asks to see your accounts',
      identify: 'asks who you are',
      payment: `asks you to approve ${whole}`,
      basket: 'asks you to approve several payments together',
      cancellation: `asks you to cancel ${whole}`,
    };
    return `${tpp} ${wants[ask]}`;
  },
  /** @param length days for which a consent is valid */
  hint: (ask: ScaQuestion, tpp: string, count: number, length: number) => {
    const exactly =
      count === 1
        ? 'Check the amount and the recipient: you approve exactly this and nothing else.'
        : 'Check the amounts and the recipients: you approve exactly these payments and nothing else.';
    return {
      consent: `${tpp} may read what you share for ${length} days. You can revoke this at any time.`,
      identify: `${tpp} learns that you are a customer here and on whose behalf you act. No accounts are shared.`,
      cancellation: 'If you approve, the payment will not be carried out.',
      basket: exactly,
      payment: exactly,
    }[ask];
  },
  seeFirst: 'You see what is asked before you approve anything.',
  customers: 'Practice customers: choose who you are',
  firstOf: (shown: number, total: number) => `These are the first ${shown} of ${total}.`,
  companySigns: 'Here, a company can sign with its own number, too.',
  number: 'National identity number',
  numberHint: 'Of any customer. If you type one, it counts instead of the choice.',
  unknownNumber: (number: string) =>
    number === ''
      ? 'Choose a customer, or enter a national identity number of 11 digits.'
      : `No customer of the practice bank has the number ${number}.`,
  continue: 'Continue',
  signIn: 'Sign in',
  abort: 'Abort',
  /** @param sum of one transfer */
  act: (ask: ScaQuestion, count: number, sum: string) => {
    if (ask === 'cancellation') return 'Cancel the payment';
    if (ask === 'consent' || ask === 'identify') return 'Approve';
    return count === 1 ? `Approve ${sum}` : `Approve all ${count} payments`;
  },
  until: (at: number) => `You can use this page once, until ${times.format(at)} bank time.`,
  you: (name: string) => `You are ${name}`,
  signatory: (person: string | null, company: string) =>
    `You are ${person ?? 'another signatory'}${person === null ? ' of' : ', signatory of'} ${company}`,
  asked: (ask: ScaQuestion): string => (ask === 'cancellation' ? 'What you cancel' : 'What you approve'),
  behalf: 'On whose behalf',
  behalfAndShared: 'On whose behalf, and what you share',
  myself: 'Myself',
  private: 'private',
  agreement: 'company agreement',
  actsFor: (company: string | null) => (company === null ? 'You act for yourself' : `You act for ${company}`),
  accountsOf: (whose: string) => `Accounts of ${whose}`,
  shared: 'What you share',
  signedBefore: (count: number) => `You have already signed. Someone else must approve ${these(count)}.`,
  actsForNobody: (name: string) =>
    `${name} cannot act for anybody at this bank yet: a company acts under an agreement, on accounts. Give it an account with POST /v1/sandbox/accounts, then start again.`,
  device: 'Practice code device',
  code: 'Code from your device',
  codeHint: 'Good for this approval only.',
  to: 'to',
  from: 'from',
  fee: 'fee',
  toAccount: 'To account',
  fromAccount: 'From',
  message: 'Message',
  when: 'When',
  feeLine: 'Fee',
  deletedAccount: 'a deleted account',
  deletedAgreement: 'a deleted agreement',
  total: 'In total',
  and: 'and',
  more: (count: number) => ` and ${count} more`,
  on: (day: string) => `on ${day}`,
  /** @param frequency as the TPP has sent it */
  every: (frequency: string, from: string, to: string | null) =>
    `${frequency} from ${from}${to === null ? '' : ` to ${to}`}`,
  money: minorText,
  date: (at: number) => dates.format(at),
  time: (at: number) => times.format(at),
  /** @param day `YYYY-MM-DD` */
  day: (day: string) => (Number.isNaN(Date.parse(day)) ? day : days.format(new Date(day))),
  statuses: {
    RCVD: 'waiting for approval',
    PATC: 'waiting for a second approval',
    ACTC: 'approved, scheduled',
    PDNG: 'approved, in the next batch',
    ACCP: 'approved, waiting for funds',
    BLCK: 'held by the bank',
    STOP: 'stopped by the bank',
    ACSC: 'paid',
    PART: 'partly paid',
    RJCT: 'rejected',
    CANC: 'cancelled',
  },
  app: {
    heading: "Open your bank's app",
    inApp: (question: string) => `${question}. You can do this in the app, with your fingerprint.`,
    noPhone: 'There is no real app and no real phone: the next page shows a simulated one.',
    open: 'Open the app',
    phone: 'Simulated phone',
    simulated: 'Simulated',
    chooseHere: 'A real app knows whose phone it is on. Here you choose.',
    story: (tpp: string) => [
      `${tpp} opened the bank’s app`,
      'The phone knows whose it is',
      'You check, and lay your finger on the sensor',
      `The app takes you back to ${tpp}`,
    ],
    onPhone: 'On your phone',
    confirm: 'Confirm with your fingerprint',
    finger: (act: string) => `${act} with fingerprint`,
    noFinger: 'Pressing the sensor stands for touching it. No fingerprint is read.',
  },
  own: {
    readers: 'Who may read your accounts',
    nobody: 'Nobody. TPPs that you give access appear here. You can revoke access at any time.',
    newest: 'Newest',
    older: 'Older',
    accounts: 'Accounts',
    yours: 'Your own',
    payments: 'Payments',
    noPayments: 'None yet. Payments that a TPP creates from these accounts appear here.',
    someoneElse: 'Sign in as someone else',
    bankTime: (date: string, time: string) => `${date}, ${time} bank time`,
    whose: (tpp: string, company: string) => `${tpp} for ${company}`,
    since: (date: string) => `since ${date}`,
    states: { valid: 'valid', revoked: 'revoked by you', expired: 'expired', missing: 'missing' },
    revoke: 'Revoke',
    give: 'Give a TPP access',
    share: 'Share these accounts',
    revoked: 'Revoked. The TPP is not notified; its next request is refused.',
    notRevoked: 'This consent does not exist or cannot be revoked.',
    granted: 'Shared. The TPP is not notified.',
  },
  faults: {
    noCustomer: (number: string) => `No customer of this bank has the national identity number ${number}.`,
    noAccount: 'Choose at least one account to share, or abort.',
    notShared: (account: string) => `The account ${account} cannot be shared in this context.`,
    corporateOnly: (name: string) => `${name} is a company; it acts in CORPORATE context only.`,
    noAgreement: (name: string, id: string | null) =>
      `${name} has no corporate agreement${id === null ? '' : ` ${id}`}.`,
    noTpp: 'Choose the TPP that may read the accounts.',
    notListed: 'Choose one of the TPPs of the form.',
    longTpp: (most: number) => `The id of a TPP has 1 to ${most} characters.`,
    noneChosen: 'Choose at least one account to share.',
    mixed: 'The accounts must all be your own, or all of one company that you act for.',
    code: 'This is not the code of the device for this approval.',
  },
};

export type Words = typeof EN;

/** A sentence about what is wrong, in the language of its reader. */
export type Fault = (words: Words) => string;
