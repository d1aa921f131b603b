/** What the core needs of its host, and what a host starts it with. */

/** What differs between the hosts. */
export interface HostPort {
  kind: 'electron' | 'browser';
  /** Shows the PSU's page; null means that the renderer opens a tab itself. */
  psuView: PsuView | null;
  /** Shows a page in the system's browser; null where the renderer opens a tab itself. */
  openExternal: ((url: string) => Promise<void>) | null;
  /** Safe storage where it is real; null for the key file. */
  keyProtection: KeyProtection | null;
  /** Programs of the threads: import-worker.ts opens certificate files, body-worker.ts reads large bodies; or their bundles. */
  workers: { importer: string; bodies: string };
}

export interface PsuView {
  /**
   * @param ca PEM of the authority that the page's certificate must come from
   * @param returnTo the TPP-Redirect-URI, the one address besides the bank's that the page may lead to
   */
  open: (url: string, ca: string, returnTo: string) => Promise<void>;
  place: (box: { x: number; y: number; width: number; height: number }) => void;
  close: () => void;
}

/** Keeps the vault's data key. */
export interface KeyProtection {
  /** Which keeper it is; the data folder remembers the one that it was created with. */
  keeper: 'file' | 'safe-storage';
  /** Completes "kept …" for people. */
  name: string;
  /**
   * The 32-byte data key.
   * @param mayMake whether a missing key may be made: not when private keys are sealed with another one already
   * @throws StartError with a sentence when it is missing, or cannot be read
   */
  dataKey: (mayMake: boolean) => Promise<Buffer>;
}

export interface WorkbenchOptions {
  dataFolder: string;
  version: string;
  host: HostPort;
  log: (line: string) => void;
}
