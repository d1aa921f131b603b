/** Where the programs of this project keep a user's data. */
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The user's folder for this program's data, by the convention of the platform. */
export function userDataFolder(): string {
  if (process.platform === 'win32') return join(process.env['APPDATA'] ?? homedir(), 'tpp-workbench');
  if (process.platform === 'darwin')
    return join(homedir(), 'Library', 'Application Support', 'tpp-workbench');
  return join(process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'tpp-workbench');
}
