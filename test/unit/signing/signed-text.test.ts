/** A pasted text against the hash in a signature, and against the right text. */
import { describe, expect, it } from 'vitest';
import { hashText } from '../../../shared/node/crypto.ts';
import { toUtf8 } from '../../../shared/signing/causes/hash.ts';
import { firstDifference, readSignedText } from '../../../shared/signing/signed-text.ts';

const RIGHT = '(request-target): get /v1/accounts\ndate: Tue, 24 Nov 2026 09:00:00 GMT\npsu-id: Åse';
const digestOf = (bytes: string) => ({ algorithm: 'SHA-256', hex: hashText('SHA-256', bytes) });
const read = (pasted: string, signed: string) => readSignedText(pasted, digestOf(signed), RIGHT, hashText);

describe('the text that was signed', () => {
  const wrong = RIGHT.replace('accounts', 'account');
  it.each([
    ['as it is', wrong, toUtf8(wrong), 'nothing'],
    ['without the newline at its end', RIGHT, toUtf8(`${RIGHT}\n`), 'lost the newline'],
    ['with a newline at its end', `${wrong}\n`, toUtf8(wrong), 'has a newline at its end'],
    ['with other line ends', wrong, toUtf8(wrong.replaceAll('\n', '\r\n')), 'CRLF was signed'],
    ['with blanks around it', `  ${wrong} `, toUtf8(wrong), 'blanks around it'],
    ['with escapes', wrong.replaceAll('\n', String.raw`\n`), toUtf8(wrong), String.raw`written as \n`],
    ['as JSON', JSON.stringify(wrong), toUtf8(wrong), 'string literal'],
    [
      'as Python prints bytes',
      `b'${wrong.replaceAll('\n', String.raw`\n`)}'`,
      toUtf8(wrong),
      'string literal',
    ],
    ['after the prefix of a log', `10:00 DEBUG signing: ${wrong}`, toUtf8(wrong), 'prefix or the indents'],
    [
      'with the prefix, the indents and the newline of a log',
      `10:00 signing: ${wrong.replaceAll('\n', '\n\t  ')}\n`,
      toUtf8(wrong),
      'indents of a log, and the paste has a newline at its end',
    ],
    ['with indents', `  ${wrong.replaceAll('\n', '\n  ')}`, toUtf8(wrong), 'prefix or the indents'],
    [
      'as JSON in a log',
      `DEBUG ${JSON.stringify(wrong)}`,
      toUtf8(wrong),
      'and the paste is a string literal',
    ],
    ['signed in ISO-8859-1', wrong, wrong, 'ISO-8859-1'],
    ['with decomposed letters', wrong, toUtf8(wrong.normalize('NFD')), 'decomposed'],
  ])('is known %s', (_, pasted, signed, changed) => {
    const reading = read(pasted, signed);
    expect(reading.kind === 'signed' ? (reading.changed ?? 'nothing') : reading.kind).toContain(changed);
  });

  it('is compared with the right one to the byte', () => {
    expect(read(wrong, toUtf8(wrong)).difference).toEqual({
      line: 1,
      column: 34,
      byte: 33,
      before: '(request-target): get /v1/account',
      signed: '\ndate: Tue, 24 Nov 2026 ',
      right: 's\ndate: Tue, 24 Nov 2026',
    });
    expect(read(RIGHT, toUtf8(`${RIGHT}\n`)).difference).toMatchObject({ line: 3, signed: '\n', right: '' });
    expect(read(RIGHT, toUtf8(RIGHT)).difference).toBeNull();
  });
});

describe('another text', () => {
  it('is never called the signed one, and the likely reasons are named', () => {
    const reading = read(RIGHT, 'something else');
    expect(reading).toMatchObject({ kind: 'not-signed', difference: null });
    expect(JSON.stringify(reading)).toContain('your client signed another one');
    expect(JSON.stringify(read(hashText('SHA-256', RIGHT), 'x'))).toContain('looks like a hash');
    expect(JSON.stringify(read('date: x', 'y'))).toContain('right before the call');
    expect(readSignedText(RIGHT, { algorithm: 'MD5', hex: '00' }, RIGHT, hashText).kind).toBe('not-signed');
  });
});

it('counts bytes of UTF-8, and characters as people see them', () => {
  expect(firstDifference('Å😀x', 'Å😀y')).toMatchObject({
    line: 1,
    column: 3,
    byte: 6,
    signed: 'x',
    right: 'y',
  });
  expect(firstDifference('same', 'same')).toBeNull();
});
