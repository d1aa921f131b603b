/** Fills in `{{name}}` in a request before it is signed, as a run does, and says which texts that has made secret. */
import {
  FilledTooMuch,
  Filler,
  MissingVariables,
  textOf,
  type Values,
} from '../../../shared/collections/fill.ts';
import type { Masking } from '../../../shared/collections/judge.ts';
import type { Circumstances } from '../../../shared/collections/dynamic.ts';
import { jsonBody } from '../../../shared/collections/request-step.ts';
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
  /** The same with a mark in place of each secret value, which is what is shown of it. */
  shown: T;
  /** Secret values that were filled in. */
  secrets: string[];
  /** Each variable that was filled in, once, with where it came from. */
  used: UsedVariable[];
}

/** Fills in every placeholder. @throws HostError that names those without a value, or if the values are too long */
export function fillIn<T extends HttpRequest>(
  request: T,
  values: Values,
  circumstances: Circumstances,
): Filled<T> {
  const given: Variable[] = [];
  const noting: Values = {
    get: (name, now) => {
      const variable = values.get(name, now);
      if (variable !== null) given.push(variable);
      return variable;
    },
  };
  const filler = new Filler(noting, circumstances);
  const real = refusing(() => {
    const filled = filledBy(filler, request);
    filler.check();
    return filled;
  });
  // The same values once more, in the same order: some are different every time.
  const again = given.values();
  const marking: Values = { get: () => maskedOf(again.next().value ?? null) };
  const secrets = [...secretTexts(given)];
  const mask = masking(hidden(secrets));
  return {
    request: real,
    shown: given.some(isHidden)
      ? marked(refusing(() => filledBy(new Filler(marking, circumstances), request)))
      : real,
    secrets,
    used: filler.used.map((one) => usedOf(one, mask)),
  };
}

/** @throws HostError in place of what a filler throws */
function refusing<T>(fill: () => T): T {
  try {
    return fill();
  } catch (error) {
    if (error instanceof MissingVariables) throw new HostError('bad-input', missingText(error), error.names);
    if (error instanceof FilledTooMuch) throw new HostError('bad-input', error.message);
    throw error;
  }
}

function missingText({ names, hasOthers }: MissingVariables): string {
  const braced = names.map((name) => `{{${name}}}`);
  if (hasOthers) return t.noValues(braced.join(', '), t.others);
  const last = braced.at(-1) ?? '';
  return braced.length === 1 ? t.noValue(last) : t.noValues(braced.slice(0, -1).join(', '), last);
}

/** A variable as it is shown. @param mask hides the secrets of others in its value */
export function usedOf(variable: Variable, mask: Masking = masking([])): UsedVariable {
  const { name, origin, from } = variable;
  return { name, origin, from, value: variable.secret ? MASK : shortened(textOf(mask(variable.value))) };
}

function filledBy<T extends HttpRequest>(filler: Filler, request: T): T {
  const json = request.body.includes('{{') ? jsonBody(request.body) : undefined;
  return {
    ...request,
    path: filler.path(request.path),
    headers: request.headers.map(([name, value]): [string, string] => [name, filler.text(value)]),
    // As in a run, a value that is nothing but one variable takes that variable's type.
    body: json === undefined ? filler.text(request.body) : JSON.stringify(filler.json(json), null, 2),
  };
}

/** A mark in a path is not percent-encoded: it is only shown. */
function marked<T extends HttpRequest>(request: T): T {
  return { ...request, path: request.path.replaceAll(encodeURIComponent(MASK), MASK) };
}

function isHidden({ secret, value }: Variable): boolean {
  return secret && value !== '';
}

function maskedOf(variable: Variable | null): Variable | null {
  return variable !== null && isHidden(variable) ? { ...variable, value: MASK } : variable;
}
