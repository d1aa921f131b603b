/** Fills in `{{name}}` in a request before it is signed, and collects the secrets. */
import {
  CannotFill,
  FillBudget,
  Filler,
  MissingVariables,
  type Values,
} from '../../../shared/collections/fill.ts';
import type { Masking } from '../../../shared/collections/judge.ts';
import type { Circumstances } from '../../../shared/collections/dynamic.ts';
import { jsonBody, merged } from '../../../shared/collections/request-step.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { type JsonValue, textOf } from '../../../shared/collections/value-text.ts';
import type { UsedVariable } from '../../../shared/collections/result.ts';
import type { Variable } from '../../../shared/collections/scope.ts';
import { secretTexts } from '../../../shared/collections/secret-values.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { HttpRequest } from '../../../shared/requests/http.ts';
import { hidden, MASK, masking } from '../redaction/mask.ts';
import { shortened } from '../redaction/shorten.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.placeholders;

export interface Filled<T> {
  request: T;
  /** The same with masked secrets. */
  shown: T;
  secrets: string[];
  used: UsedVariable[];
  /** The secret variables of the environment among them, with their values. */
  environmental: Variable[];
}

/** @throws HostError that names variables without a value, or if the values are too long */
export function fillIn<T extends HttpRequest>(
  request: T,
  values: Values,
  circumstances: Circumstances,
): Filled<T> {
  /** As they were found, and with the variables in their values filled in. */
  const given: Variable[] = [];
  const whole: Variable[] = [];
  const noting: Values = {
    get: (name, now) => {
      const variable = values.get(name, now);
      if (variable !== null) given.push(variable);
      return variable;
    },
  };
  const filler = new Filler(noting, circumstances, new FillBudget(), (variable) => {
    whole.push(variable);
    return variable;
  });
  const real = filledBy(filler, () => requestBy(filler, request));
  // The same values again, in the same order: dynamic ones differ each time.
  const again = given.values();
  const marking = new Filler(
    { get: () => again.next().value ?? null },
    circumstances,
    new FillBudget(),
    (variable) => (isHidden(variable) ? { ...variable, value: MASK } : variable),
  );
  const secrets = [...secretTexts(whole)];
  const mask = masking(hidden(secrets));
  return {
    request: real,
    shown: given.some(isHidden) ? marked(refusing(() => requestBy(marking, request))) : real,
    secrets,
    used: filler.used.map((one) => usedOf(one, mask)),
    environmental: whole.filter(({ origin, secret }) => secret && origin === 'environment'),
  };
}

/** What a filler makes. @throws HostError in place of the filler's errors */
export function filledBy<T>(filler: Filler, fill: () => T): T {
  return refusing(() => {
    const filled = fill();
    filler.check();
    return filled;
  });
}

/** @throws HostError in place of a filler's errors */
function refusing<T>(fill: () => T): T {
  try {
    return fill();
  } catch (error) {
    if (error instanceof MissingVariables) throw new HostError('bad-input', missingText(error), error.names);
    if (error instanceof CannotFill) throw new HostError('bad-input', error.message);
    throw error;
  }
}

function missingText({ names, hasOthers }: MissingVariables): string {
  const braced = names.map((name) => `{{${name}}}`);
  if (hasOthers) return t.noValues(braced.join(', '), t.others);
  const last = braced.at(-1) ?? '';
  return braced.length === 1 ? t.noValue(last) : t.noValues(braced.slice(0, -1).join(', '), last);
}

/** A variable as shown. @param mask for other secrets in its value */
export function usedOf(variable: Variable, mask: Masking = masking([])): UsedVariable {
  const { name, origin, from } = variable;
  return { name, origin, from, value: variable.secret ? MASK : shortened(textOf(mask(variable.value))) };
}

function requestBy<T extends HttpRequest & { change?: Step['change'] }>(filler: Filler, request: T): T {
  const { change } = request;
  const json = change !== undefined || request.body.includes('{{') ? jsonBody(request.body) : undefined;
  const filled = json === undefined ? undefined : filler.json(json);
  const changed = change === undefined ? filled : merged(filled, filler.json(change) as JsonValue);
  return {
    ...request,
    path: filler.path(request.path),
    headers: request.headers.map(([name, value]): [string, string] => [name, filler.text(value)]),
    // As in a run, a JSON value that is one variable takes that variable's type.
    body: changed === undefined ? filler.text(request.body) : JSON.stringify(changed, null, 2),
  };
}

/** The path is only shown, so a mask in it is not percent-encoded. */
function marked<T extends HttpRequest>(request: T): T {
  return { ...request, path: request.path.replaceAll(encodeURIComponent(MASK), MASK) };
}

function isHidden({ secret, value }: Variable): boolean {
  return secret && value !== '';
}
