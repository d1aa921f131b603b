/** How every page of the program runs. Most of these are Electron's defaults; written here, a new default cannot change them. */
import type { WebPreferences } from 'electron';

export const SAFE_PAGE = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
} satisfies WebPreferences;
