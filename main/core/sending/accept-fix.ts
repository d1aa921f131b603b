/** What x-accept-fix does, or would do, to an answer (HDR-9, VER-1): each value has an effect that can be seen in the body. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { decimalsOf } from '../../../shared/money/money.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { AcceptFix } from '../../../shared/xs2a/releases.ts';
import type { RuleId } from '../../../shared/xs2a/rules.ts';

const t = texts.core.acceptFix;

type Verdict = Exchange['verdicts'][number];

/** What is to be seen of a value: its effect, the old form, or a sign that can be either. */
interface Seen {
  holds: Verdict['holds'];
  text: string;
  /** Where it is no matter of x-accept-fix: the rule that it breaks. */
  breaks?: RuleId;
}

/** @returns null where the answer has nothing that the value is about */
type Look = (json: unknown) => Seen | null;

const EFFECTS: Readonly<Record<AcceptFix, Look>> = {
  'amount-as-string': amounts,
  'cash-account-type-iso': accountTypes,
  'cardaccount-switch-originalamount-and-transactionamount': cardAmounts,
  'longer-names': cardNames,
};

/** @param asked the values of the request's x-accept-fix */
export function acceptFixVerdicts(json: unknown, asked: readonly string[]): Verdict[] {
  return Object.entries(EFFECTS).flatMap(([value, look]): Verdict[] => {
    const seen = look(json);
    if (seen === null) return [];
    const { holds, text, breaks } = seen;
    if (holds === 'yes' || breaks !== undefined) return [{ holds, text, rule: breaks ?? 'VER-1' }];
    const advice = asked.includes(value) ? t.askedInVain(value) : t.askFor(value);
    return [{ holds, text: `${text}; ${advice}`, rule: 'VER-1' }];
  });
}

/** Strings, not numbers; that a string has the currency's decimals is AIS-11, and no value asks for it. */
function amounts(json: unknown): Seen | null {
  const found = valuesOf(json, isAmount);
  if (found.length === 0) return null;
  const wrong =
    found.find(({ amount }) => typeof amount !== 'string') ??
    found.find(
      ({ amount, currency }) => (String(amount).split('.')[1]?.length ?? 0) !== decimalsOf(currency),
    );
  if (wrong === undefined) return { holds: 'yes', text: t.amountsRight };
  const text = t.amountWrong(JSON.stringify(wrong.amount), wrong.currency);
  return typeof wrong.amount === 'string' ? { holds: 'no', text, breaks: 'AIS-11' } : { holds: 'no', text };
}

/** `CACC` and the like; before, they were words. */
function accountTypes(json: unknown): Seen | null {
  const types = valuesOf(json, (value) => 'cashAccountType' in value).map((account) =>
    String(account.cashAccountType),
  );
  if (types.length === 0) return null;
  const word = types.find((type) => !/^[A-Z]{4}$/.test(type));
  return word === undefined ? { holds: 'yes', text: t.typesRight } : { holds: 'no', text: t.typeWrong(word) };
}

/** What was charged is in the currency of the card; before, that stood in originalAmount. */
function cardAmounts(json: unknown): Seen | null {
  const [card] = valuesOf(json, (value) => 'maskedPan' in value && typeof value.currency === 'string');
  const abroad = valuesOf(json, (value) => 'originalAmount' in value && 'transactionAmount' in value)
    .map((one) => ({ original: currencyOf(one.originalAmount), charged: currencyOf(one.transactionAmount) }))
    .filter(({ original, charged }) => original !== charged);
  if (card === undefined || abroad.length === 0) return null;
  return abroad.every(({ charged }) => charged === card.currency)
    ? { holds: 'yes', text: t.cardAmountsRight }
    : { holds: 'no', text: t.cardAmountsSwapped };
}

/** Names of card accounts were cut at 35 characters. */
function cardNames(json: unknown): Seen | null {
  const lengths = valuesOf(json, (value) => 'maskedPan' in value && typeof value.name === 'string').map(
    ({ name }) => String(name).length,
  );
  if (lengths.some((length) => length > 35)) return { holds: 'yes', text: t.namesWhole };
  return lengths.includes(35) ? { holds: 'unknown', text: t.namesMayBeCut } : null;
}

interface Fields {
  amount?: unknown;
  cashAccountType?: unknown;
  currency?: unknown;
  maskedPan?: unknown;
  name?: unknown;
  originalAmount?: unknown;
  transactionAmount?: unknown;
}

/** Every object of a body, at any depth, that fits. */
function valuesOf<Kind extends Fields>(json: unknown, fits: (value: Fields) => value is Kind): Kind[];
function valuesOf(json: unknown, fits: (value: Fields) => boolean): Fields[];
function valuesOf(json: unknown, fits: (value: Fields) => boolean): Fields[] {
  if (typeof json !== 'object' || json === null) return [];
  const inside = Object.values(json).flatMap((child: unknown) => valuesOf(child, fits));
  return fits(json) ? [json, ...inside] : inside;
}

function isAmount(value: Fields): value is { amount: unknown; currency: string } {
  return 'amount' in value && typeof value.currency === 'string';
}

function currencyOf(amount: unknown): unknown {
  return typeof amount === 'object' && amount !== null && 'currency' in amount ? amount.currency : null;
}
