/** The host's services for the core, and the options of a start. */
import type { Settings } from '../../shared/contract/status.ts';
import type { StartWorker } from './worker-task.ts';

/** The differences between the hosts. */
export interface HostPort {
  kind: 'electron' | 'browser';
  /** Shows the PSU's page; null if the renderer opens a browser tab itself. */
  psuView: PsuView | null;
  /** Shows a page in the system's browser; null if the renderer opens a browser tab itself. */
  openExternal: ((url: string) => Promise<void>) | null;
  /** Shows files in the system's programs; null in a browser. */
  show: ((what: 'log' | 'data-folder' | 'saved-file') => Promise<void>) | null;
  /** Opens another window of the workbench; null if the renderer opens a browser tab itself. */
  openWindow: (() => void) | null;
  /** Takes the paths of files that the user has opened with the program; null where that cannot happen. */
  takeOpened: (() => readonly string[]) | null;
  /** Shows the presenter's page in its own window; null if the renderer opens a browser tab itself. */
  openPresenter: (() => void) | null;
  /** Safe storage if it really encrypts; null for the key file. */
  keyProtection: KeyProtection | null;
  startWorker: StartWorker;
  /** Milliseconds that an import or export may take; a test shortens it. */
  longestInterchange?: number;
  /** The folders of what comes with the program. */
  shipped: { collections: string; demonstrations: string };
  /** Milliseconds that a JSONPath may take; a test shortens it. */
  longestQuery?: number;
}

/** The PSU's page of the calling window. */
export interface PsuView {
  /**
   * @param ca PEM of the CA that must have issued the page's certificate
   * @param returnTo the TPP-Redirect-URI, the only address outside the bank that the page may navigate to
   * @param where embedded in the window, or in a separate one
   */
  open: (url: string, ca: string, returnTo: string, where: 'embedded' | 'window') => Promise<void>;
  place: (box: { x: number; y: number; width: number; height: number }) => void;
  close: () => void;
  /** Closes the page that the bank has redirected back. @returns the id of its window; null if there is none */
  closeReturned: () => string | null;
}

/** Protects the vault's data key. */
export interface KeyProtection {
  /** The data folder stores the kind that it was created with. */
  kind: 'file' | 'safe-storage';
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
   * Called before most of the start, so that the windows load their pages in the meantime.
   * @param windows ids of the windows to open
   */
  opened?: (windows: readonly string[], theme: Settings['theme']) => Promise<void>;
}
