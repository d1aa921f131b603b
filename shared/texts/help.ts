/** Help: the shortcuts and the documentation. */
export const help = {
  title: 'Help',
  documentation: 'Documentation',
  shortcuts: 'Keyboard shortcuts',
  /** What the two are found by besides. */
  documentationIs: 'help manual guide',
  shortcutsAre: 'help keys',
  pages: 'Pages of help',
  everywhere: 'Everywhere',
  parts: {
    composer: 'In a request',
    tabs: 'In the open requests',
    tree: 'In the collections',
    lists: 'In lists, tables and values',
  },
  acts: {
    showTab: 'Show the tab',
    closeTab: 'Close the tab',
    open: 'Open, fold or unfold',
    select: 'Select more',
    move: 'Move up or down',
    rows: 'From row to row',
    buttons: 'From button to button in a row',
    menu: 'Menu of what has the focus',
    leave: 'Close what is open',
  },
  keys: {
    enter: 'Enter',
    extend: 'Shift Up or Down',
    alt: 'Alt Up or Down',
    upDown: 'Up, Down',
    leftRight: 'Left, Right',
    menu: 'Shift F10',
    escape: 'Escape',
  },
} as const;
