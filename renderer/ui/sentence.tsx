/** A text of the catalogue in which elements stand at the `{places}`. */
import { Fragment, type ReactNode } from 'react';

type Places<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | Places<Rest>
  : never;

/** @param parts an element for each place of the text; one that lacks does not compile */
export function Sentence<Text extends string>(props: { text: Text; parts: Record<Places<Text>, ReactNode> }) {
  const parts = new Map<string, ReactNode>(Object.entries(props.parts));
  return props.text
    .split(/\{(\w+)\}/)
    .map((piece, at) => <Fragment key={at}>{at % 2 === 1 ? parts.get(piece) : piece}</Fragment>);
}
