/** Verdicts on the effects of x-accept-fix in a response (HDR-9, VER-1). */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { decimalsOf } from '../../../shared/money/money.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { type AcceptFix, acceptFixesAt } from '../../../shared/xs2a/releases.ts';
import type { RuleId } from '../../../shared/xs2a/rules.ts';

const t = texts.core.acceptFix;

type Verdict = Exchange['verdicts'][number];

/** Whether a response shows the effect of a value, the old form, or something that fits both. */
interface Finding {
  holds: Verdict['holds'];
  text: string;
  /** The rule that it breaks, unless the cause is x-accept-fix. */
  breaks?: RuleId;
}

/** @returns null if the value affects nothing in the response */
type Inspect = (objects: readonly Fields[]) => Finding | null;

const EFFECTS: Readonly<Record<AcceptFix, Inspect>> = {
  'amount-as-string': amounts,
  'cash-account-type-iso': accountTypes,
  'cardaccount-switch-originalamount-and-transactionamount': cardAmounts,
  'longer-names': cardNames,
};

/**
 * Verdicts on the values that the bank supports on its date; it refuses those introduced later (VER-2).
 * @param asked values of the request's x-accept-fix @param bankDate `YYYY-MM-DD`
 */
export function acceptFixVerdicts(json: unknown, asked: readonly string[], bankDate: string): Verdict[] {
  const objects = objectsIn(json);
  return acceptFixesAt(bankDate).flatMap((value): Verdict[] => {
    const seen = EFFECTS[value](objects);
    if (seen === null) return [];
    const { holds, text, breaks } = seen;
    if (holds === 'yes' || breaks !== undefined)
      return [{ holds, text, rule: breaks ?? 'VER-1', part: null }];
    const advice = asked.includes(value) ? t.askedInVain(value) : t.askFor(value);
    return [{ holds, text: `${text}; ${advice}`, rule: 'VER-1', part: null }];
  });
}

/** Strings instead of numbers. Whether a string has the currency's decimals is AIS-11. */
function amounts(objects: readonly Fields[]): Finding | null {
  const found = objects.filter(isAmount);
  if (found.length === 0) return null;
  const wrong =
    found.find(({ amount }) => typeof amount !== 'string') ??
    found.find(
      ({ amount, currency }) => (String(amount).split('.')[1]?.length ?? 0) !== decimalsOf(currency),
    );
  if (wrong === undefined) return { holds: 'yes', text: t.amountsRight };
  const amount = JSON.stringify(wrong.amount);
  return typeof wrong.amount === 'string'
    ? { holds: 'no', text: t.amountDecimals(amount, wrong.currency), breaks: 'AIS-11' }
    : { holds: 'no', text: t.amountNotString(amount, wrong.currency) };
}

/** Codes such as `CACC`. The old form used words. */
function accountTypes(objects: readonly Fields[]): Finding | null {
  const types = objects
    .filter((value) => 'cashAccountType' in value)
    .map((account) => String(account.cashAccountType));
  if (types.length === 0) return null;
  const word = types.find((type) => !/^[A-Z]{4}$/.test(type));
  return word === undefined ? { holds: 'yes', text: t.typesRight } : { holds: 'no', text: t.typeWrong(word) };
}

/** The charged amount is in the currency of the card. In the old form it was in originalAmount. */
function cardAmounts(objects: readonly Fields[]): Finding | null {
  const [card] = objects.filter((value) => 'maskedPan' in value && typeof value.currency === 'string');
  const abroad = objects
    .filter((value) => 'originalAmount' in value && 'transactionAmount' in value)
    .map((one) => ({ original: currencyOf(one.originalAmount), charged: currencyOf(one.transactionAmount) }))
    .filter(({ original, charged }) => original !== charged);
  if (card === undefined || abroad.length === 0) return null;
  return abroad.every(({ charged }) => charged === card.currency)
    ? { holds: 'yes', text: t.cardAmountsRight }
    : { holds: 'no', text: t.cardAmountsSwapped };
}

/** The old form truncated names of card accounts at 35 characters. */
function cardNames(objects: readonly Fields[]): Finding | null {
  const lengths = objects
    .filter((value) => 'maskedPan' in value && typeof value.name === 'string')
    .map(({ name }) => String(name).length);
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

/** Every object in a body, at any depth, in order. */
function objectsIn(json: unknown): Fields[] {
  const found: Fields[] = [];
  // Iterative, because a bank decides how deep a body is nested.
  const stack: unknown[] = [json];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) found.push(value);
    for (const child of Object.values(value).toReversed()) stack.push(child);
  }
  return found;
}

function isAmount(value: Fields): value is { amount: unknown; currency: string } {
  return 'amount' in value && typeof value.currency === 'string';
}

function currencyOf(amount: unknown): unknown {
  return typeof amount === 'object' && amount !== null && 'currency' in amount ? amount.currency : null;
}
