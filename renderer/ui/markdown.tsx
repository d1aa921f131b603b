/** Markdown as elements. HTML is shown as text, a picture as its description, and a link as a button: nothing is loaded. */
import { type MarkedToken, type Token, lexer } from 'marked';
import { createElement, Fragment, type ReactNode, useMemo, useRef } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { LinkButton } from './button.tsx';
import { useScrollStop } from './keyboard.ts';
import { Note } from './messages.tsx';
import styles from './markdown.module.css';

/** Characters shown as plain text. */
const MOST = 64_000;

interface Context {
  onLink: ((href: string) => void) | undefined;
  leads: (href: string) => boolean;
  depth: number;
}

/**
 * @param props.isOwn whether the text came with the program, and so is formatted whole
 * @param props.onLink absent where links lead nowhere, because no network is needed
 * @param props.leads which links can be pressed
 */
export function Markdown(props: {
  text: string;
  isOwn?: boolean;
  onLink?: (href: string) => void;
  leads?: (href: string) => boolean;
}) {
  const { text, isOwn = false, onLink, leads = (href) => href.startsWith('https://') } = props;
  const { tokens, rest } = useMemo(
    () => (isOwn ? { tokens: lexer(text), rest: '' } : formatted(text)),
    [text, isOwn],
  );
  return (
    <div className={styles.markdown}>
      {children(tokens, { onLink, leads, depth: 0 })}
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

function children(tokens: readonly Token[] | undefined, context: Context): ReactNode {
  if (tokens === undefined) return null;
  if (context.depth > DEEPEST) return tokens.map(({ raw }) => raw).join('');
  const inside = { ...context, depth: context.depth + 1 };
  return tokens.map((token, at) => <Fragment key={at}>{element(token as MarkedToken, inside)}</Fragment>);
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
      return <Code text={token.text} />;
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
      return context.leads(token.href) ? (
        <LinkButton title={token.href} onClick={() => context.onLink?.(token.href)}>
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

function Code({ text }: { text: string }) {
  const box = useRef<HTMLPreElement>(null);
  useScrollStop(box);
  return <pre ref={box}>{text}</pre>;
}

/** Characters parsed as Markdown: the work for some texts grows with the square of their length. */
export const FORMATTED = 5000;
/** Nesting of quotes and lists. */
const DEEPEST = 12;

/** More marks of quotes and lists at the beginning of a line than are drawn. The parser recurses for each of them. */
const TOO_DEEP = new RegExp(`^[ \\t]*(?:(?:>|[-+*][ \\t]|\\d{1,9}[.)][ \\t])[ \\t]*){${DEEPEST + 1}}`, 'm');

/** Cells of tables that are drawn. */
export const MOST_CELLS = 4000;
/** The second line of a table, which sets its number of columns, perhaps in quotes or lists. */
const COLUMNS = /^[\t >:*+|.\d-]+$/;

/**
 * Parses the first {@link FORMATTED} characters; the rest is plain text. So is all of a text that is nested too deeply, is too large a
 * table, or fails to parse.
 */
export function formatted(text: string): { tokens: readonly Token[]; rest: string } {
  const plain = { tokens: [], rest: text };
  const end = endOf(text);
  const beginning = text.slice(0, end);
  if (TOO_DEEP.test(beginning) || mostCells(beginning) > MOST_CELLS) return plain;
  try {
    return { tokens: lexer(beginning), rest: text.slice(end) };
  } catch {
    // Nesting that the test of the lines does not find.
    return plain;
  }
}

/** An upper bound on the cells of tables: the parser pads each row to the number of columns. */
function mostCells(text: string): number {
  const lines = text.split('\n');
  const columns = lines.map((line) => (COLUMNS.test(line) ? line.split('|').length : 0));
  return Math.max(...columns) * lines.length;
}

/** The end of the parsed part: that of a paragraph or a line, if there is one. */
function endOf(text: string): number {
  if (text.length <= FORMATTED) return text.length;
  const paragraph = text.lastIndexOf('\n\n', FORMATTED - 2);
  const line = text.lastIndexOf('\n', FORMATTED - 1);
  if (paragraph > 0) return paragraph + 2;
  return line > 0 ? line + 1 : FORMATTED;
}
