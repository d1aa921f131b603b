/** Files in the encodings that programs write. */
import { describe, expect, it } from 'vitest';
import { importFiles } from '../../../shared/interchange/import.ts';
import { reportLines } from '../../support/outline.ts';

describe('encodings', () => {
  const text = JSON.stringify({
    info: { name: 'Bjørn Åse €' },
    item: [{ name: 'Ærlig', request: { method: 'GET', url: '/v1/accounts' } }],
  });
  const utf16 = (big: boolean, mark: boolean) => {
    const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');
    return big ? bytes.swap16() : bytes;
  };
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 LE with a mark', utf16(false, true)],
    ['UTF-16 BE with a mark', utf16(true, true)],
    ['UTF-16 LE without a mark', utf16(false, false)],
    ['UTF-16 BE without a mark', utf16(true, false)],
  ])('%s is recognised', (_, bytes) => {
    expect(importFiles([{ path: 'a.json', bytes }]).tree).toMatchObject({
      name: 'Bjørn Åse €',
      children: [{ children: [{ step: { name: 'Ærlig' } }] }],
    });
  });

  it('a text that is not Unicode is read as Windows-1252, and the report says so', () => {
    const bytes = Buffer.from('# Bjørn\ncurl https://a.example/v1/accounts', 'latin1');
    const { tree, report } = importFiles([{ path: 'a.sh', bytes }]);
    expect(tree.children).toMatchObject([{ children: [{ step: { name: 'Bjørn' } }] }]);
    expect(reportLines(report)).toContain('  The text is not UTF-8. It was read as Windows-1252.');
  });
});
