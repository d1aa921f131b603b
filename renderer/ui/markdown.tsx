/** Markdown as elements. HTML in it is shown as text, pictures as their description, and a link is a button: nothing is loaded. */
import type { MarkedToken, Token } from 'marked';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { LinkButton } from './link-button.tsx';
import { DEEPEST, FORMATTED, formatted } from './markdown-tokens.ts';
import { Note } from './note.tsx';
import styles from './markdown.module.css';

/** Characters that are shown as they are. */
const MOST = 64_000;

interface Context {
  onLink: (href: string) => void;
  depth: number;
}

export function Markdown({ text, onLink }: { text: string; onLink: (href: string) => void }) {
  const { tokens, rest } = useMemo(() => formatted(text), [text]);
  return (
    <div className={styles.markdown}>
      {children(tokens, { onLink, depth: 0 })}
      {rest !== '' && (
        <>
          <Note>
            {rest === text
              ? texts.common.markdownPlain
              : texts.common.markdownRest(FORMATTED.toLocaleString('en-GB'))}
          </Note>
          <pre>{rest.slice(0, MOST)}</pre>
        </>
      )}
      {rest.length > MOST && <Note>{texts.common.markdownCut(MOST.toLocaleString('en-GB'))}</Note>}
    </div>
  );
}

function children(tokens: readonly Token[] | undefined, { onLink, depth }: Context): ReactNode {
  if (tokens === undefined) return null;
  if (depth > DEEPEST) return tokens.map(({ raw }) => raw).join('');
  const context = { onLink, depth: depth + 1 };
  return tokens.map((token, at) => <Fragment key={at}>{element(token as MarkedToken, context)}</Fragment>);
}

function element(token: MarkedToken, context: Context): ReactNode {
  switch (token.type) {
    case 'heading':
      // Below the heading of the pane.
      return createElement(`h${Math.min(6, token.depth + 2)}`, null, children(token.tokens, context));
    case 'paragraph':
      return <p>{children(token.tokens, context)}</p>;
    case 'text':
      return token.tokens === undefined ? token.text : children(token.tokens, context);
    case 'strong':
      return <strong>{children(token.tokens, context)}</strong>;
    case 'em':
      return <em>{children(token.tokens, context)}</em>;
    case 'del':
      return <s>{children(token.tokens, context)}</s>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'code':
      return <pre>{token.text}</pre>;
    case 'blockquote':
      return <blockquote>{children(token.tokens, context)}</blockquote>;
    case 'list':
      return createElement(
        token.ordered ? 'ol' : 'ul',
        token.ordered && token.start !== '' ? { start: token.start } : null,
        token.items.map((item, at) => <li key={at}>{children(item.tokens, context)}</li>),
      );
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    case 'table':
      return (
        <table>
          <thead>
            <tr>
              {token.header.map((cell, at) => (
                <th key={at} scope="col">
                  {children(cell.tokens, context)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {token.rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={column}>{children(cell.tokens, context)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case 'link':
      return token.href.startsWith('https://') ? (
        <LinkButton title={token.href} onClick={() => context.onLink(token.href)}>
          {children(token.tokens, context)}
        </LinkButton>
      ) : (
        children(token.tokens, context)
      );
    case 'image':
      return token.text;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'escape':
      return token.text;
    case 'space':
    case 'def':
      return null;
    default:
      return token.raw;
  }
}
