import { IN_TEXT, WHOLE } from '../../../placeholders.ts';
import { stepsOf, stepsOfTail } from '../../paths.ts';

/**
 * Fills in variables. Text of a script for k6, which has ECMAScript without `URL`, `TextEncoder` and `Intl`, its own
 * modules, and `crypto.subtle`. `test/core/k6-script.test.ts` runs it in such an environment.
 */
export const K6_VALUES = String.raw`
function valueOf(scope, name) {
  const { run, rows, given, folders } = scope;
  if (name[0] === '$') {
    const made = madeAnew(run, name);
    if (made !== null) return made;
  }
  const layers = rows.concat([run.kept]).concat(given);
  for (const layer of layers) if (has(layer, name)) return layer[name];
  if (has(__ENV, 'TPP_VAR_' + name)) return written(scope, name, __ENV['TPP_VAR_' + name]);
  for (const folder of folders) if (has(folder, name)) return written(scope, name, folder[name]);
  const known = { sessionId: run.session.id, today: osloDate(nowOf(run)), uuid: crypto.randomUUID() };
  if (run.psu !== null) known.psuId = run.psu.id;
  if (run.psu !== null && run.psu.corporateId !== null) known.psuCorporateId = run.psu.corporateId;
  if (has(known, name)) return known[name];
  throw new Error('The variable ' + name + ' has no value. Give it one: -e TPP_VAR_' + name + '=…');
}

// A value that a person wrote may hold other variables. A value of a bank or of data is never a template.
function written(scope, name, value) {
  const inside = (scope.inside || []).concat([name]);
  if (inside.indexOf(name) < inside.length - 1) throw new Error('Variables need each other: ' + inside.join(', '));
  return filled(Object.assign({}, scope, { inside }), value);
}

// What stands between braces: a name or a calculation.
function valueIn(scope, found) {
  if (!found.includes(' ')) return valueOf(scope, found);
  const parts = found.split(' ');
  const values = parts.map((part, at) =>
    at % 2 === 1 ? part : /^[-\d]/.test(part) ? Number(part) : valueOf(scope, part),
  );
  const operands = values.map((value, at) => (/^[-\d]/.test(parts[at]) ? parts[at] : textOf(value)));
  const isNumber = values.every((value, at) => at % 2 === 1 || typeof value === 'number');
  const result = calculated(operands);
  return isNumber ? Number(result) : result;
}

// Exact: * before + and -, else from left to right.
function calculated(parts) {
  const decimal = (text) => {
    if (!/^-?\d+(?:\.\d+)?$/.test(text)) throw new Error(text + ' is not a decimal number.');
    const [whole, decimals = ''] = text.split('.');
    return { digits: BigInt(whole + decimals), scale: decimals.length };
  };
  const at = (one, scale) => one.digits * BigInt('1' + '0'.repeat(scale - one.scale));
  const terms = [{ sign: BigInt(1), value: decimal(parts[0]) }];
  for (let index = 1; index < parts.length; index += 2) {
    const next = decimal(parts[index + 1]);
    const last = terms[terms.length - 1];
    if (parts[index] === '*')
      last.value = { digits: last.value.digits * next.digits, scale: last.value.scale + next.scale };
    else terms.push({ sign: BigInt(parts[index] === '-' ? -1 : 1), value: next });
  }
  const scale = Math.max(...terms.map(({ value }) => value.scale));
  const total = terms.reduce((sum, { sign, value }) => sum + sign * at(value, scale), BigInt(0));
  const isNegative = total < BigInt(0);
  const text = String(isNegative ? -total : total).padStart(scale + 1, '0');
  const point = text.length - scale;
  return (isNegative ? '-' : '') + text.slice(0, point) + (scale === 0 ? '' : '.' + text.slice(point));
}

function filledText(scope, template, escape) {
  return template.replace(/${IN_TEXT.source}/g, (_, found) => {
    const text = textOf(valueIn(scope, found));
    return escape === undefined ? text : escape(text);
  });
}

// A variable that begins a path is an address, or a path.
function filledPath(scope, template) {
  const [first = ''] = /^\{\{[^{}]*\}\}/.exec(template) || [];
  const origin = BASE_URL.replace(/^([a-z]+:\/\/[^/]*).*$/i, '$1');
  const prefix = BASE_URL.slice(origin.length);
  const rest = filledText(scope, template.slice(first.length), encodeURIComponent);
  let path = filledText(scope, first) + rest.replace(/[^!-~]|["<>\\^{|}]|\x60/gu, encodeURIComponent);
  if (template[0] === '/') return path;
  if (path.startsWith(origin + '/')) path = path.slice(origin.length);
  if (path.startsWith(prefix + '/')) path = path.slice(prefix.length);
  if (!/^(?:\/|https?:\/\/)/.test(path)) throw new Error(first + ' is neither a path nor an address.');
  return path;
}

// A text that is nothing but one variable becomes its value, whatever its type.
function filled(scope, template) {
  if (typeof template === 'string') {
    const whole = /${WHOLE.source}/.exec(template);
    return whole === null ? filledText(scope, template) : valueIn(scope, whole[1]);
  }
  if (Array.isArray(template)) return template.map((one) => filled(scope, one));
  if (!isObject(template)) return template;
  const result = {};
  for (const name of Object.keys(template)) result[filledText(scope, name)] = filled(scope, template[name]);
  return result;
}

// Variables of a source are texts.
function filledSource(scope, source) {
  if (typeof source === 'string') return filledText(scope, source);
  if (Array.isArray(source)) return source.map((one) => filledSource(scope, one));
  if (!isObject(source)) return source;
  const result = {};
  for (const name of Object.keys(source)) result[name] = filledSource(scope, source[name]);
  return result;
}

function filledMust(scope, must) {
  if (must.is === 'every') return { is: 'every', must: must.must.map((one) => filledMust(scope, one)) };
  if (must.is !== 'matching') return filled(scope, must);
  const escape = (text) => text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
  return { is: 'matching', pattern: filledText(scope, must.pattern, escape) };
}

function textOf(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function has(object, name) {
  return Object.prototype.hasOwnProperty.call(object, name);
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// {{$uuid}}, {{$today+1}} and their kind; null for another name.
function madeAnew(run, name) {
  const match = /^(\$[A-Za-z]+)([+-]\d{1,4})?$/.exec(name) || [];
  const days = Number(match[2] || 0);
  const today = osloDate(nowOf(run));
  if (match[1] === '$today') return addDays(today, days);
  if (match[1] === '$bankingDay') return shiftedBankingDay(today, days);
  if (match[2] !== undefined) return null;
  if (match[1] === '$uuid') return crypto.randomUUID();
  if (match[1] === '$now') return new Date(nowOf(run)).toISOString();
  return match[1] === '$text' ? crypto.randomUUID().slice(0, 8) : null;
}

// Summer time is from the last Sunday of March to the last one of October, at 01:00 UTC.
function osloDate(ms) {
  const year = new Date(ms).getUTCFullYear();
  const change = (month) => {
    const last = new Date(Date.UTC(year, month + 1, 0));
    return Date.UTC(year, month, last.getUTCDate() - last.getUTCDay(), 1);
  };
  const hours = ms >= change(2) && ms < change(9) ? 2 : 1;
  return new Date(ms + hours * 3600000).toISOString().slice(0, 10);
}

function addDays(date, days) {
  return new Date(Date.parse(date + 'T00:00:00Z') + days * 86400000).toISOString().slice(0, 10);
}

function shiftedBankingDay(date, days) {
  const direction = days < 0 ? -1 : 1;
  const nearest = (from) => {
    let one = from;
    while (!isBankingDay(one)) one = addDays(one, direction);
    return one;
  };
  let day = nearest(date);
  for (let left = Math.abs(days); left > 0; left--) day = nearest(addDays(day, direction));
  return day;
}

// Monday to Friday, without the public holidays of Norway.
function isBankingDay(date) {
  const weekday = new Date(date + 'T00:00:00Z').getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  if (['01-01', '05-01', '05-17', '12-25', '12-26'].includes(date.slice(5))) return false;
  const easter = easterSunday(Number(date.slice(0, 4)));
  return ![-3, -2, 1, 39, 50].some((days) => addDays(easter, days) === date);
}

// The anonymous computus of 1876.
function easterSunday(year) {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - d + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const days = h + l - 7 * m + 114;
  const two = (number) => (number < 10 ? '0' + number : String(number));
  return year + '-' + two(Math.floor(days / 31)) + '-' + two((days % 31) + 1);
}

function parametersOf(address) {
  const result = {};
  const query = (address.split('#')[0].split('?')[1] || '').split('&');
  for (const pair of query) {
    const [name, value] = [pair.split('=')[0], pair.split('=').slice(1).join('=')].map((part) =>
      decodeURIComponent(part.replace(/\+/g, ' ')),
    );
    if (name !== '' && !has(result, name)) result[name] = value;
  }
  return result;
}
`;

/** A member, an element, or every value between two places for which all of this is so. */
type PathStep =
  | string
  | number
  | { where: { at: (string | number)[]; to: unknown }[]; from?: number; to?: number };

const SEVERAL = /(\[\*\]|\[\d{0,9}:\d{0,9}\]|\[\?[^[\]]*\])/;

/** Null for a path that a script cannot follow. */
export function pathData(path: string): PathStep[] | null {
  const [start = '', ...rest] = path.split(SEVERAL);
  const steps: PathStep[] | null = stepsOf(start);
  if (steps === null) return null;
  for (const part of rest) {
    const more = SEVERAL.test(part) ? selected(part) : stepsOfTail(part);
    if (more === null) return null;
    steps.push(...more);
  }
  return steps;
}

/** @param part `[*]`, `[1:3]` or `[?…]` */
function selected(part: string): PathStep[] | null {
  if (part === '[*]') return [{ where: [] }];
  if (!part.startsWith('[?')) {
    const [from = '', to = ''] = part.slice(1, -1).split(':');
    return [{ where: [], from: Number(from), ...(to === '' ? {} : { to: Number(to) }) }];
  }
  const where = part
    .slice(2, -1)
    .split('&&')
    .map((one) => condition(one.trim()));
  return where.includes(null) ? null : [{ where: where.filter((one) => one !== null) }];
}

function condition(text: string): { at: (string | number)[]; to: unknown } | null {
  const [, tail, quoted, literal] =
    /^@((?:\.\w+)+)\s*==\s*(?:'([^'\\&|]*)'|(null|true|false|-?(?:0|[1-9]\d*)))$/.exec(text) ?? [];
  const at = tail === undefined ? null : stepsOfTail(tail);
  return at === null ? null : { at, to: quoted ?? JSON.parse(literal ?? 'null') };
}
