/** Signs with software that is not ours, so that mistakes look as they do in the field: openssl in a shell, and Java. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Identity, identityOf } from './identity.ts';
import { SHORT_JAVA } from './short-java.ts';

const JAVA = join(import.meta.dirname, 'java/Signatures.java');

export class OutsideSigner {
  readonly identity: Identity;
  private readonly folder = mkdtempSync(join(tmpdir(), 'tpp-outside-'));

  /** Creates a key and a self-signed certificate with openssl. */
  constructor(commonName: string, serial: string, bits = 2048) {
    const subject = `/C=NO/O=${commonName}/organizationIdentifier=PSDNO-FSA-${serial}/CN=${commonName}`;
    const command = `req -x509 -newkey rsa:${bits} -nodes -sha256 -days 30 -set_serial ${serial} -keyout key.pem -out cert.pem`;
    execFileSync('openssl', [...command.split(' '), '-subj', subject], { cwd: this.folder, stdio: 'ignore' });
    this.identity = identityOf(this.read('cert.pem').toString(), this.read('key.pem').toString(), '');
  }

  /**
   * The output of a shell command in a folder with `key.pem` and `text`, the file with the text.
   * @param command for bash; `sign` stands for openssl's correct command, which reads standard input
   */
  shell(text: string, command: string): Buffer {
    writeFileSync(join(this.folder, 'text'), Buffer.from(text, 'latin1'));
    const script = `set -eo pipefail; sign() { openssl dgst -sha256 -sign key.pem "$@"; }; ${command}`;
    return execFileSync('bash', ['-c', script], { cwd: this.folder, stdio: ['ignore', 'pipe', 'inherit'] });
  }

  /** The signature parts of texts, each signed with a mistake of `Signatures.java`. */
  java(orders: readonly (readonly [mistake: string, text: string])[]): string[] {
    execFileSync('openssl', 'pkcs8 -topk8 -nocrypt -in key.pem -outform DER -out key.der'.split(' '), {
      cwd: this.folder,
    });
    const input = orders.map(
      ([mistake, text]) => `${mistake} ${Buffer.from(text, 'latin1').toString('base64')}\n`,
    );
    const printed = execFileSync('java', [...SHORT_JAVA, JAVA, join(this.folder, 'key.der')], {
      input: input.join(''),
      encoding: 'latin1',
    });
    return printed
      .trim()
      .split('\n')
      .map((line) => Buffer.from(line, 'base64').toString('latin1'));
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private read(name: string): Buffer {
    return readFileSync(join(this.folder, name));
  }
}
