/**
 * Reads responses and compares. Text of a script for k6, which has ECMAScript without `URL`, `TextEncoder` and `Intl`, its own
 * modules, and `crypto.subtle`. `test/core/k6-script.test.ts` runs it in such an environment.
 */
export const K6_CHECKS = String.raw`
// The value of a source, or null if it is not there.
function found(source, { response, redirect }) {
  if (source.of === 'redirect')
    return redirect && has(redirect, source.name) ? { is: redirect[source.name] } : null;
  if (response === null) return null;
  if (source.of === 'status') return { is: response.status };
  if (source.of === 'time') return { is: response.timings.duration };
  if (source.of === 'text') return { is: response.body || '' };
  if (source.of === 'header') {
    const name = Object.keys(response.headers).find((one) => one.toLowerCase() === source.name.toLowerCase());
    return name === undefined ? null : { is: response.headers[name] };
  }
  const values = reached([jsonOf(response.body)], source.at);
  if (values.length === 0 || values[0] === undefined) return null;
  // A path that may lead to several values gives a list.
  return { is: source.at.some((step) => typeof step === 'object') ? values : values[0] };
}

// The values to which a path leads from others.
function reached(values, path) {
  let there = values;
  for (const step of path) {
    const more = [];
    for (const value of there) more.push(...next(value, step));
    there = more;
  }
  return there;
}

function next(value, step) {
  if (typeof step === 'number') return Array.isArray(value) && step < value.length ? [value[step]] : [];
  if (typeof step === 'string') return isObject(value) && has(value, step) ? [value[step]] : [];
  return inside(value, step).filter((one) =>
    step.where.every(({ at, to }) => isSame(reached([one], at), [to])),
  );
}

// The elements of a list from one to another, or the members of an object.
function inside(value, { from, to }) {
  if (Array.isArray(value)) return value.slice(from || 0, to === undefined ? value.length : to);
  return isObject(value) && from === undefined ? Object.keys(value).map((name) => value[name]) : [];
}

function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    return undefined;
  }
}

function holds(must, value) {
  if (must.is === 'absent') return value === null;
  if (value === null) return false;
  const { is } = value;
  switch (must.is) {
    case 'present':
      return true;
    case 'equal':
      return isSame(is, must.to);
    case 'different':
      return !isSame(is, must.from);
    case 'one-of':
      return must.values.some((one) => isSame(is, one));
    case 'containing':
      if (Array.isArray(is)) return is.some((one) => isSame(one, must.value));
      return typeof is === 'string' && typeof must.value === 'string' && is.includes(must.value);
    case 'every':
      return (
        Array.isArray(is) &&
        is.length > 0 &&
        is.every((one) => must.must.every((all) => holds(all, { is: one })))
      );
    case 'matching':
      return typeof is === 'string' && new RegExp(must.pattern, 'u').test(is);
    case 'like':
      return typeof is === 'string' && isLike(is, must.pattern);
    case 'at-most':
      return compared(is, must.value) <= 0;
    case 'at-least':
      return compared(is, must.value) >= 0;
    case 'of-form':
      return hasForm(is, must.form);
    case 'of-length':
      return lengthOf(is) === must.length;
    default:
      return false;
  }
}

// What of a value is kept, or null if it is not there.
function picked(value, pick) {
  if (value === null || pick === undefined) return value;
  if (pick === 'first') return Array.isArray(value.is) && value.is.length > 0 ? { is: value.is[0] } : null;
  if (typeof value.is !== 'string') return null;
  const path = value.is.replace(/[?#].*$/, '').replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '');
  const segments = path.split('/').filter((one) => one !== '');
  const at = pick.segment < 0 ? segments.length + pick.segment : pick.segment - 1;
  return at in segments ? { is: decodeURIComponent(segments[at]) } : null;
}

function isSame(a, b) {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, at) => isSame(one, b[at]));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => has(b, name) && isSame(a[name], b[name]))
  );
}

function isLike(text, pattern) {
  const parts = pattern.split('*');
  if (parts.length === 1) return text === pattern;
  const [first, last] = [parts[0], parts[parts.length - 1]];
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const place = text.indexOf(part, at);
    if (place < 0) return false;
    at = place + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

function compared(value, limit) {
  const number = (one) =>
    typeof one === 'number'
      ? one
      : typeof one === 'string' && /^-?\d+(?:\.\d+)?$/.test(one)
        ? Number(one)
        : null;
  const [a, b] = [number(value), number(limit)];
  if (a !== null && b !== null) return a - b;
  const isDate = (one) => typeof one === 'string' && /^\d{4}-\d\d-\d\d/.test(one);
  return isDate(value) && isDate(limit) ? (value < limit ? -1 : value > limit ? 1 : 0) : NaN;
}

const FORMS = {
  uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  amount: /^-?\d+(?:\.\d+)?$/,
};

function hasForm(value, form) {
  if (has(FORMS, form)) return typeof value === 'string' && FORMS[form].test(value);
  if (form === 'list') return Array.isArray(value);
  if (form === 'object') return isObject(value);
  return typeof value === { number: 'number', text: 'string', boolean: 'boolean' }[form];
}

function lengthOf(value) {
  if (typeof value === 'string') return Array.from(value).length;
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : null;
}
`;
