/** `tpp-workbench session export`, and the file that `run --session` reads. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { userDataFolder } from '../../shared/node/private-files.ts';
import { sessionState, sessionTimeLeft } from '../../shared/xs2a/session-life.ts';
import type { BegunSession } from '../core/runs/actor.ts';
import { type Command, readArgs, readJson, strings, UsageError } from './command.ts';
import { openHeadless } from './headless-environment.ts';
import { writeOutput } from './output-files.ts';
import { utcStamp, utcText } from './utc.ts';

const sessionFile = z.strictObject({
  /** The bank that knows the session. */
  baseUrl: z.string(),
  sessionId: z.string(),
  psuId: z.string(),
  psuCorporateId: z.string().nullable(),
  /** In the time of the bank. */
  validUntil: z.iso.datetime(),
});
type SessionFile = z.infer<typeof sessionFile>;

export const sessionExport: Command = {
  help: `session export FILE [--data DIR]   write the session that a person has begun in the window; a run can begin with it
  FILE                   gets the TPP-Session-ID and the PSU of the environment in use; whoever has it can act as this PSU
  --data DIR             data folder of the workbench
                         Close the window first.`,
  run: async (args) => {
    const { values, positionals } = readArgs(args, strings('data'));
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0)
      throw new UsageError('Give one file: tpp-workbench session export FILE.');
    const session = await sessionIn(resolve(values.data ?? userDataFolder()));
    writeOutput(file, `${JSON.stringify(session, null, 2)}\n`, 0o600);
    const until = utcText(Date.parse(session.validUntil));
    return {
      text: `${file}: a session with ${session.baseUrl}, valid until ${until}. Whoever has this file can act as its PSU.`,
      json: { file, baseUrl: session.baseUrl, validUntil: session.validUntil },
      status: 0,
    };
  },
};

/** The session of the environment in use. @throws UsageError without a valid one, or while a window is open */
async function sessionIn(dataFolder: string): Promise<SessionFile> {
  const headless = await openHeadless(dataFolder);
  if (headless === null) throw new UsageError('The workbench is open. Close it, then export the session.');
  try {
    const { environments } = await headless.call('environments.list', {});
    const { sessions, current, now } = await headless.call('sessions.list', {});
    const environment = environments.find((one) => one.current);
    const session = sessions.find(({ id }) => id === current);
    const psuId = session?.psuId ?? null;
    if (
      environment === undefined ||
      session === undefined ||
      psuId === null ||
      sessionState(session, now) !== 'SCA valid'
    )
      throw new UsageError(
        `The environment in use, “${environment?.name ?? ''}”, has no session with a valid SCA. Let the PSU approve one in the window, and close it.`,
      );
    return {
      baseUrl: environment.baseUrl,
      sessionId: session.id,
      psuId,
      psuCorporateId: session.corporateId,
      validUntil: utcStamp(now + sessionTimeLeft(session, now)),
    };
  } finally {
    await headless.workbench.stop();
  }
}

/** @param baseUrl of the run's bank, which alone may get the session @param now in its time @throws UsageError */
export function readSession(file: string, { baseUrl, now }: { baseUrl: string; now: number }): BegunSession {
  const { name, json } = readJson(file);
  const read = sessionFile.safeParse(json);
  if (!read.success)
    throw new UsageError(`${name} is not a session. Write one with tpp-workbench session export.`);
  const { sessionId, psuId, psuCorporateId, validUntil } = read.data;
  if (read.data.baseUrl !== baseUrl)
    throw new UsageError(`The session in ${name} is of ${read.data.baseUrl}, not of ${baseUrl}.`);
  if (now >= Date.parse(validUntil))
    throw new UsageError(
      `The session in ${name} was valid until ${utcText(Date.parse(validUntil))}. Export a new one.`,
    );
  return { id: sessionId, psu: { psuId, corporateId: psuCorporateId } };
}
