/** A small DER writer for tests, independent of the product's reader and of node-forge. */

export function tlv(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  const value = Buffer.concat(content);
  const length =
    value.length < 0x80
      ? [value.length]
      : value.length < 0x100
        ? [0x81, value.length]
        : [0x82, value.length >> 8, value.length & 0xff];
  return Buffer.concat([Uint8Array.from([tag, ...length]), value]);
}

export function oid(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return tlv(0x06, Uint8Array.from(bytes));
}

export interface TestAttribute {
  oid: string;
  /** 12 UTF8String, 19 PrintableString, 22 IA5String, 30 BMPString. */
  tag: 12 | 19 | 22 | 30;
  text: string;
}

/** A Name with RDNs in the given order. */
export function nameDer(rdns: readonly (readonly TestAttribute[])[]): Uint8Array {
  return tlv(
    0x30,
    ...rdns.map((rdn) =>
      tlv(
        0x31,
        ...rdn.map((attribute) => tlv(0x30, oid(attribute.oid), tlv(attribute.tag, textBytes(attribute)))),
      ),
    ),
  );
}

function textBytes({ tag, text }: TestAttribute): Uint8Array {
  if (tag === 30) return Buffer.from(text, 'utf16le').swap16();
  return Buffer.from(text, tag === 12 ? 'utf8' : 'latin1');
}
