/**
 * A text editor with highlighting, completion and line notes. It is in a shadow tree, where its style sheets do not need
 * an exception from the page's content security policy.
 */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { defaultKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { differingPart } from './compared.ts';

export interface LineNote {
  /** From 1. */
  line: number;
  text: string;
}

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
  language: 'json' | 'text';
  notes: readonly LineNote[];
  /** Handles pasted text before the editor does. @param isAll whether it would replace the whole text @returns whether it did */
  onPaste?: (text: string, isAll: boolean) => boolean;
  /** Completion at the cursor. A new source replaces the previous one. */
  complete?: CompletionSource | undefined;
  /** The line to select, or to put the cursor at; a new object each time. */
  goTo: { line: number; isCaret?: boolean } | null;
}

const look = EditorView.theme({
  '&': {
    color: 'var(--ink)',
    backgroundColor: 'var(--wire)',
    fontSize: 'var(--t-2)',
    border: '1px solid var(--control)',
    borderRadius: 'var(--r-2)',
  },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: 'var(--lh-wire)', fontVariantLigatures: 'none' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '4px 0', minHeight: '57px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    color: 'var(--ink-3)',
    backgroundColor: 'var(--wire)',
    borderRight: '1px solid var(--line)',
  },
  // Not the line itself: its background would cover the selection.
  '.cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&:not(.cm-focused) .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent-line) 50%, var(--accent-soft))',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--warn-soft)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent-line)',
  },
  '.cm-tooltip': {
    color: 'var(--ink)',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--control)',
    borderRadius: 'var(--r-2)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--accent-strong)',
    backgroundColor: 'var(--accent-soft)',
  },
  // Arrow keys move through the list, which never scrolls.
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: 'none' },
  '.cm-completionDetail': { color: 'var(--ink-2)', fontStyle: 'normal' },
  '.cm-completionIcon': { display: 'none' },
  '.cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--ground)' },
  '.cm-textfield, .cm-button': {
    color: 'var(--ink)',
    background: 'var(--surface)',
    border: '1px solid var(--control)',
  },
  '.cm-foldPlaceholder': {
    color: 'var(--ink-2)',
    backgroundColor: 'var(--ground)',
    border: '1px solid var(--line)',
  },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad)' },
});
const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: 'var(--accent)' },
    { tag: tags.invalid, color: 'var(--bad)', textDecoration: 'underline' },
  ]),
);

export function CodeEditor({ label, value, onChange, language, notes, onPaste, complete, goTo }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<{ view: EditorView; completion: Compartment } | null>(null);
  const handlers = useRef({ onChange, onPaste });
  useEffect(() => {
    handlers.current = { onChange, onPaste };
  }, [onChange, onPaste]);
  const first = useRef({ label, value, language });

  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const completion = new Compartment();
    const text = first.current.value;
    const isLong = text.length > LONG;
    const view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: isLong ? '' : text,
        extensions: [
          ...common(first.current.label, first.current.language),
          completion.of(autocompletion()),
          EditorView.domEventHandlers({
            paste: (event, { state }) => {
              const text = event.clipboardData?.getData('text/plain') ?? '';
              const { from, to } = state.selection.main;
              const isAll = state.doc.sliceString(0, from).trim() + state.doc.sliceString(to).trim() === '';
              const isTaken = handlers.current.onPaste?.(text, isAll) ?? false;
              if (isTaken) event.preventDefault();
              return isTaken;
            },
          }),
          EditorView.updateListener.of((update) => {
            // Not for a change that came from `value`.
            if (update.docChanged && !update.transactions.some((one) => one.isUserEvent(FROM_OUTSIDE)))
              handlers.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    editor.current = { view, completion };
    if (isLong) {
      // Makes the view measure itself. Before that, it draws every character of a line, which may have millions.
      view.elementAtHeight(0);
      view.dispatch({ changes: { from: 0, insert: text }, userEvent: FROM_OUTSIDE });
    }
    return () => {
      view.destroy();
      editor.current = null;
    };
  }, []);

  useEffect(() => {
    const view = editor.current?.view;
    if (!view || view.state.doc.toString() === value) return;
    view.dispatch({ changes: difference(view.state.doc.toString(), value), userEvent: FROM_OUTSIDE });
  }, [value]);

  useEffect(() => {
    const { view, completion } = editor.current ?? {};
    if (!view || !completion) return;
    const override = complete ? [complete] : [];
    view.dispatch({
      effects: completion.reconfigure(
        autocompletion({ override, interactionDelay: 0, maxRenderedOptions: 14 }),
      ),
    });
  }, [complete]);

  useEffect(() => {
    const view = editor.current?.view;
    if (view) view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state, notes)));
  }, [notes, value]);

  useEffect(() => {
    const view = editor.current?.view;
    if (!view || goTo === null) return;
    const { from, to } = view.state.doc.line(Math.max(1, Math.min(view.state.doc.lines, goTo.line)));
    view.dispatch({
      selection: { anchor: from, head: goTo.isCaret === true ? from : to },
      scrollIntoView: true,
    });
    view.focus();
  }, [goTo]);

  return <div ref={place} />;
}

const FROM_OUTSIDE = 'outside';

/** Characters of a text that would be slow to draw if it were one line. */
const LONG = 100_000;

function common(label: string, language: Props['language']): Extension[] {
  return [
    lineNumbers(),
    ...(language === 'json' ? [json(), foldGutter(), indentOnInput(), closeBrackets()] : []),
    lintGutter(),
    drawSelection(),
    bracketMatching(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    EditorView.lineWrapping,
    look,
    colours,
    EditorState.tabSize.of(2),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocorrect: 'off' }),
    // The composer has its own undo, which also covers what was sent. Tab leaves the editor, as in every field.
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...foldKeymap,
      ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
    ]),
  ];
}

/** The smallest single change that turns one text into another, so that the cursor stays in place. */
function difference(before: string, after: string): { from: number; to: number; insert: string } {
  const { start: from, end: to } = differingPart(before, after);
  return { from, to, insert: after.slice(from, after.length - (before.length - to)) };
}

function diagnosticsOf({ doc }: EditorState, notes: readonly LineNote[]): Diagnostic[] {
  return notes.map(({ line, text }) => {
    const { from, to, text: written } = doc.line(Math.max(1, Math.min(doc.lines, line)));
    return {
      from: from + (written.length - written.trimStart().length),
      to,
      severity: 'error',
      message: text,
    };
  });
}
