/** An event as one sentence, for screen readers, the list and exports. */
import { texts } from '../texts/texts.ts';
import type { FlowEvent } from './event.ts';
import { markOf } from './marks.ts';
import { plain, lengthText, secondsText } from './diagram-text.ts';

const t = texts.flow.sentences;

/** "TPP to bank: POST /v1/payments/…, signed, at 10:42:07". */
export function sentenceOf(event: FlowEvent): string {
  return `${phraseOf(event)}, ${t.at(secondsText(event.bankAt ?? event.at))}`;
}

/** The same without the time. */
export function phraseOf(event: FlowEvent): string {
  return `${actorOf(event)}: ${what(event)}`;
}

function actorOf(event: FlowEvent): string {
  switch (event.kind) {
    case 'request':
      return t.toBank[event.from];
    case 'response':
      return t.fromBank[event.to];
    case 'opened':
      return t.opened;
    case 'callback':
      return t.returned;
    case 'decision':
      return event.psu === null ? t.decided : plain(event.psu);
    case 'step':
    case 'batch':
      return t.bank;
    case 'clock':
    case 'operator':
    case 'reset':
      return t.operator;
    case 'note':
    case 'rewound':
      return t.note;
  }
}

function what(event: FlowEvent): string {
  const mark = markOf(event);
  switch (event.kind) {
    case 'request':
      return joined([
        `${plain(event.method)} ${plain(event.target)}`,
        event.from === 'psu' ? plain(event.title) : event.signed ? t.signed : t.unsigned,
        event.via === 'proxy' ? t.throughProxy : event.via === 'tap' ? t.throughTap : '',
      ]);
    case 'response':
      return joined([
        event.status === null ? plain(event.failure ?? '') : `${event.status} ${mark.text}`.trim(),
        event.reason === null ? '' : plain(event.reason),
        event.rule === null ? '' : t.rule(event.rule),
        // An invalid signature is in the text of the mark.
        event.signed && event.signatureFault === undefined ? t.signed : '',
        event.duration === null ? '' : t.after(lengthText(event.duration)),
      ]);
    case 'callback':
      return joined([texts.flow.marks.callback[event.outcome], mark.text]);
    case 'step':
      return because(mark.text, plain(event.why));
    default:
      return mark.text;
  }
}

/** What happened, and why, as two sentences. */
const because = (what: string, why: string) => (why === '' ? what : `${what}. ${why.replace(/\.$/, '')}`);

/** Joined by commas, without full stops. */
const joined = (parts: readonly string[]) =>
  parts
    .filter((part) => part !== '')
    .map((part) => part.replace(/\.$/, ''))
    .join(', ');
