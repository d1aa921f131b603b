/** The text that was signed beside the signing string that the bank built. */
import type { ReactNode } from 'react';
import type { Exchange } from '../../shared/contract/exchange.ts';
import { signedTextOf } from '../../shared/requests/prepared.ts';
import { binaryToBytes, utf8OrNull } from '../../shared/signing/base64.ts';
import { decodeHeaderText, readSignatureText } from '../../shared/signing/signature-header.ts';
import { CHECKS, type Explanation, type WrongSignature } from '../../shared/xs2a/explanation.ts';
import { differingPart } from './compared.ts';
import { signedLines, visibleBreaks } from './wire-text.tsx';

/**
 * @returns `signed` if the bank found the text; `ours` is that or what the workbench signs, and null for a text that somebody else
 * signed and the bank did not find: there is nothing to compare
 */
export function signedBy(
  { prepared: { signing } }: Exchange,
  explanation: Explanation,
): { signed: readonly string[] | null; ours: readonly string[] | null } {
  const signed = foundLines(explanation.wrongSignature);
  const ours = signing.replaced ? verifiedLines(explanation) : signedLines(signedTextOf(signing));
  return { signed, ours: signed ?? ours };
}

/** The text of a valid signature, whatever was wrong later. */
export function verifiedLines({ check, signingLines }: Explanation): readonly string[] | null {
  const at = (id: Explanation['check']) => CHECKS.findIndex((one) => one.id === id);
  return at(check) > at('cryptography') ? signingLines : null;
}

/** The lines of the signed text, if the bank found it. */
function foundLines(wrong: WrongSignature | null): string[] | null {
  const signed = wrong?.signedText ?? null;
  return signed === null ? null : signedLines(utf8OrNull(binaryToBytes(signed)) ?? signed);
}

/** Marks what differs, with its spaces and line breaks visible. */
export function markDifference(text: string, other: string): ReactNode {
  const { start, end } = differingPart(text, other);
  return (
    <>
      {text.slice(0, start)}
      <mark>{visibleBreaks(text.slice(start, end)).replaceAll(' ', '␣')}</mark>
      {text.slice(end)}
    </>
  );
}

/** The keyId in the Signature header as it was sent; null if it cannot be read. */
export function sentKeyId(headers: readonly { name: string; value: string }[]): string | null {
  const header = headers.find(({ name }) => name.toLowerCase() === 'signature');
  const text = decodeHeaderText(header?.value ?? '');
  const read = text.ok ? readSignatureText(text.text) : null;
  return read?.ok === true ? read.parts.keyId : null;
}
