/** A text of the catalogue with elements in place of its `{places}`. */
import { Fragment, type ReactNode } from 'react';

type Places<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | Places<Rest>
  : never;

/** @param parts an element for each place of the text; a missing one is a compile-time error */
export function Sentence<Text extends string>(props: { text: Text; parts: Record<Places<Text>, ReactNode> }) {
  const parts = new Map<string, ReactNode>(Object.entries(props.parts));
  return props.text
    .split(/\{(\w+)\}/)
    .map((piece, at) => <Fragment key={at}>{at % 2 === 1 ? parts.get(piece) : piece}</Fragment>);
}
