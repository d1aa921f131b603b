/** Who may call the control listener of the service, and what answers: the calls of the service, or those of the bank of a space. */
import { sameSecret } from '../../shared/node/same-secret.ts';
import { CONTROL_ROUTES } from '../control/control.ts';
import type { ControlDesk } from '../control/listener.ts';
import { Routes } from '../control/routes.ts';
import { refusable, SPACES_CALLS, type SpacesContext, UNAUTHORISED } from './calls.ts';

const ROUTES = new Routes(SPACES_CALLS);

/** The name in the path, and what follows it. */
const OF_SPACE = /^\/spaces\/([a-z0-9-]+)(\/.*)?$/;
/** Paths of the bank's own control calls. */
const OF_BANK = '/control/';

/** @param token of the service, which may do everything; the token of a space is for what is below the path of that space */
export function spacesDesk(context: SpacesContext, token: string): ControlDesk {
  const { spaces } = context;
  return {
    refusal: (path, authorization) => {
      if (path !== null && !ROUTES.needsToken(path)) return null;
      const given = /^Bearer (.+)$/.exec(authorization)?.[1] ?? '';
      if (sameSecret(given, token)) return null;
      const [, name = ''] = OF_SPACE.exec(path ?? '') ?? [];
      // Whoever has no token does not learn which spaces there are.
      return spaces.find(name)?.hasToken(given) ? null : UNAUTHORISED;
    },
    largestBody: (method, path) => {
      const [, , rest = ''] = OF_SPACE.exec(path) ?? [];
      return rest.startsWith(OF_BANK)
        ? CONTROL_ROUTES.largestBody(method, rest)
        : ROUTES.largestBody(method, path);
    },
    handle: (asked) => {
      const [, name = '', rest = ''] = OF_SPACE.exec(asked.path) ?? [];
      if (!rest.startsWith(OF_BANK)) return ROUTES.answerTo(context, asked);
      return refusable(() => spaces.get(name).control({ ...asked, path: rest }));
    },
  };
}
