/** What the core needs from its host, and what a host starts it with. */
import type { Settings } from '../../shared/contract/status.ts';
import type { ProcessEnd } from './process-end.ts';

/** The differences between the hosts. */
export interface HostPort {
  kind: 'electron' | 'browser';
  /** Shows the PSU's page; null if the renderer opens a browser tab itself. */
  psuView: PsuView | null;
  /** Shows a page in the system's browser; null if the renderer opens a browser tab itself. */
  openExternal: ((url: string) => Promise<void>) | null;
  /** Shows files in the programs of the system; null if the user's browser has no part in them. */
  show: ((what: 'log' | 'data-folder' | 'saved-file') => Promise<void>) | null;
  /** Opens another window of the workbench; null if the renderer opens a browser tab itself. */
  openWindow: (() => void) | null;
  /** Paths of the files that the person has opened with the program, each once, for the window that asks; null where nobody does. */
  takeOpened: (() => readonly string[]) | null;
  /** Shows the presenter's page in a window of its own; null if the renderer opens a browser tab itself. */
  openPresenter: (() => void) | null;
  /** Safe storage if it really encrypts; null for the key file. */
  keyProtection: KeyProtection | null;
  /** Starts import-process.ts, or its bundle, which opens certificate files. */
  startImport: () => OwnProcess;
  /** Starts interchange-process.ts, or its bundle, which reads and writes files of other programs. */
  startInterchange: () => OwnProcess;
  /** Milliseconds that it may take; without it, what the program sets. */
  longestInterchange?: number;
  /** The program of the threads that read bodies: body-worker.ts or its bundle. */
  bodyWorker: string;
  /** The program of the threads that write exports of the event log: export-worker.ts or its bundle. */
  flowWorker: string;
  /** The folder of the collections that come with the program. */
  shipped: string;
  /** Milliseconds that a JSONPath may take; without it, what the program sets. */
  longestQuery?: number;
}

/** A program in a process of its own. */
export interface OwnProcess {
  /** @param message plain data, as the structured clone algorithm copies it */
  send: (message: unknown) => void;
  onMessage: (listener: (message: unknown) => void) => void;
  /** @param listener called when it has ended, or could not be started */
  onExit: (listener: (end: ProcessEnd) => void) => void;
  /** Ends it at once, whatever it does. */
  kill: () => void;
}

/** Each window has a page of its own. Calls are about that of the window which asks. */
export interface PsuView {
  /**
   * @param ca PEM of the CA that must have issued the page's certificate
   * @param returnTo the TPP-Redirect-URI, the only address outside the bank that the page may navigate to
   * @param where embedded in the window, or in a window of its own
   */
  open: (url: string, ca: string, returnTo: string, where: 'embedded' | 'window') => Promise<void>;
  place: (box: { x: number; y: number; width: number; height: number }) => void;
  close: () => void;
  /** Closes the page that the bank has sent back. @returns the id of the window that it belonged to; null if there is none */
  closeReturned: () => string | null;
}

/** Keeps the vault's data key. */
export interface KeyProtection {
  /** The kind of keeper. The data folder remembers the one that it was created with. */
  keeper: 'file' | 'safe-storage';
  /** Completes "kept …" in the window. */
  name: string;
  /**
   * The 32-byte data key.
   * @param mayMake whether a missing key may be created: false if private keys are already encrypted with another one
   * @throws StartError if the key is missing or cannot be read
   */
  dataKey: (mayMake: boolean) => Promise<Buffer>;
}

export interface WorkbenchOptions {
  dataFolder: string;
  version: string;
  host: HostPort;
  log: (line: string) => void;
  /**
   * Called before most of the start, so that the windows load their pages meanwhile.
   * @param windows ids of those that were open at the end
   */
  opened?: (windows: readonly string[], theme: Settings['theme']) => Promise<void>;
}
