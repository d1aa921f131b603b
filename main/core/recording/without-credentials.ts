/** Credentials that a person has typed by hand become secret variables without a value: recorded steps are files, and are given to others. */
import type { RequestStep, Step } from '../../../shared/collection/steps.ts';
import { withoutSecrets } from '../../../shared/interchange/body.ts';
import {
  type Hide,
  pairsWithoutSecrets,
  textWithoutSecrets,
} from '../../../shared/interchange/secret-texts.ts';
import { type Hidden, hiddenSecret, isSecretName } from '../../../shared/interchange/secrets.ts';
import { hasVariable, variableName } from '../../../shared/interchange/variables.ts';
import { LONG } from '../masking/forms.ts';
import { credentialsIn, isCredentialName } from '../masking/credentials.ts';
import { type Hidden as Replaced, masked } from '../masking/mask.ts';

export interface WithoutCredentials {
  steps: Step[];
  /** The variables in their place, sorted. */
  secret: string[];
}

/** The same steps with a variable wherever a header, parameter or member of a body has a credential by its name or form. */
export function withoutCredentials(steps: readonly Step[]): WithoutCredentials {
  const secret = new Set<string>();
  const typed: Replaced[] = [];
  const hide = (name: string, value: string): string => {
    const found = hiddenSecret(name, value) ?? hiddenCredential(name, value);
    if (found === null) return value;
    secret.add(found.variable);
    const shown = `{{${found.variable}}}`;
    const real = value.slice(found.value.length - shown.length);
    if (found.isDropped && real.length >= LONG) typed.push({ real, shown });
    return found.value;
  };
  const hidden = steps.map((step) =>
    step.request === undefined ? step : { ...step, request: requestWithout(step.request, hide) },
  );
  for (const real of userinfosIn(hidden)) {
    secret.add(USERINFO);
    typed.push({ real, shown: `//{{${USERINFO}}}@` });
  }
  // The same credential may stand in another place, under a name that says nothing.
  return { steps: masked(hidden, typed), secret: [...secret].sort() };
}

/** The variable of the name and password in an address. */
const USERINFO = 'userinfo';

/** `//name:password@` of the addresses in requests, wherever they stand: no name of a header or member says that it is there. */
function userinfosIn(steps: readonly Step[]): Set<string> {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value === 'string') {
      const text = value.replaceAll(/%3A/gi, ':').replaceAll(/%2F/gi, '/').replaceAll(/%40/g, '@');
      for (const [whole] of text.matchAll(/\/\/[^\s/?#@"'<>]{1,1000}@(?=[\w[])/g))
        if (!/^\/\/(?:\{\{[^{}]*\}\}|:)*@$/.test(whole)) found.add(whole);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look);
  };
  for (const { request } of steps) look(request);
  return found;
}

const isSecret = (name: string) => isSecretName(name) || isCredentialName(name);

/** What counts as a credential when it is shown counts as one here. */
function hiddenCredential(name: string, value: string): Hidden | null {
  if (hasVariable(value) || credentialsIn([[name, value]]).length === 0) return null;
  const variable = variableName(name);
  return { value: `{{${variable}}}`, variable, isDropped: true };
}

function requestWithout({ line, text, json, ...request }: RequestStep, hide: Hide): RequestStep {
  const values = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, hide(name, value)]));
  const headers = values(request.headers);
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;
  return {
    ...request,
    params: values(request.params),
    query: values(request.query),
    headers,
    ...(line === undefined ? {} : { line: lineWithout(line, hide) }),
    ...(json === undefined ? {} : { json: withoutSecrets(json, hide, isSecret) }),
    ...(text === undefined
      ? {}
      : { text: textWithoutSecrets(text.join('\n'), type, hide, isSecret).split('\n') }),
  };
}

/** Method, path and query, whose values are percent-encoded. */
function lineWithout(line: string, hide: Hide): string {
  const at = line.indexOf('?');
  if (at < 0) return line;
  return `${line.slice(0, at + 1)}${pairsWithoutSecrets(line.slice(at + 1), hide)}`;
}
