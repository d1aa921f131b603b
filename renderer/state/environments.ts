/** The environments, the signing proxy, and the sessions of the environment in use. */
import { SPECIFICATION } from '../../shared/signing/profile.ts';
import { create } from 'zustand';
import type { CertificateView } from '../../shared/contract/certificates.ts';
import {
  type EnvironmentForm,
  type EnvironmentView,
  MISSING,
  newEnvironment,
} from '../../shared/contract/environments.ts';
import type { Input, Output } from '../../shared/contract/methods.ts';
import type { TapView } from '../../shared/contract/tap.ts';
import type { ProxyView } from '../../shared/contract/proxy.ts';
import type { SessionRecord } from '../../shared/xs2a/session-life.ts';
import { host } from '../host.ts';
import { attemptIn, readIn } from './attempt.ts';
import { useFrame } from './frame.ts';
import { coalesced } from './coalesce.ts';
import { THIS_WINDOW } from './own-window.ts';
import { setUnsaved } from './unsaved.ts';

/** Id of a new environment until it is saved. */
export const NEW = 'new';

/** Key of an environment's unsaved input (`unsaved.ts`). */
export const formKey = (id: string) => `environment ${id}`;
/** Key of its unsaved signature profile. */
export const profileKey = (id: string) => `profile ${id}`;

export type EnvironmentTab = 'environment' | 'profile' | 'programs';

interface EnvironmentsStore {
  list: EnvironmentView[] | null;
  certificates: CertificateView[];
  selected: string | null;
  tab: EnvironmentTab;
  /** Id of the one saved last. */
  saved: string | null;
  problem: string | null;
  /** Name of the one in use, if another window chose it and the note about it is still open. */
  chosenElsewhere: string | null;
  load: () => Promise<void>;
  select: (id: string) => void;
  /** Shows the form of a new environment. */
  begin: () => void;
  /** @returns the id of the environment @throws HostError if it is refused */
  save: (id: string, form: EnvironmentForm) => Promise<string>;
  choose: (id: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
  forgetPsu: (id: string) => Promise<void>;
}

export const useEnvironments = create<EnvironmentsStore>((set, get) => {
  const attempt = attemptIn(set);
  const read = readIn(set, get);
  return {
    list: null,
    certificates: [],
    selected: null,
    tab: 'environment',
    saved: null,
    problem: null,
    chosenElsewhere: null,
    load: coalesced(() =>
      read(async () => {
        const [{ environments }, { certificates }] = await Promise.all([
          host.call('environments.list', {}),
          host.call('certificates.list', {}),
        ]);
        const { selected } = get();
        const known = selected === NEW || environments.some(({ id }) => id === selected);
        set({
          list: environments,
          certificates: certificates.filter(({ kind }) => kind === 'signing'),
          ...(known ? {} : { selected: environments.find(({ current }) => current)?.id ?? null }),
        });
      }),
    ),
    select: (id) => set({ selected: id, saved: null, problem: null }),
    begin: () => set({ selected: NEW, saved: null, problem: null }),
    save: async (id, form) => {
      const made = id === NEW ? (await host.call('environments.create', { form })).id : id;
      if (id !== NEW) await host.call('environments.change', { id, form });
      await get().load();
      set({ selected: made, saved: made });
      return made;
    },
    choose: (id) => attempt(() => host.call('environments.choose', { id, window: THIS_WINDOW })),
    remove: (id) =>
      attempt(async () => {
        await host.call('environments.remove', { id });
        setUnsaved(formKey(id), null);
        setUnsaved(profileKey(id), null);
      }),
    forgetPsu: (id) => attempt(() => host.call('environments.forgetPsu', { id })),
  };
});

/** Shows an environment in its view. @param id of the one in use by default */
export function openEnvironment(id?: string, tab: EnvironmentTab = 'environment'): void {
  const { list, select } = useEnvironments.getState();
  useEnvironments.setState({ tab });
  const wanted = id ?? list?.find(({ current }) => current)?.id;
  // Until the list is read: that selects the one in use.
  if (wanted === undefined) useEnvironments.setState({ selected: null });
  else select(wanted);
  useFrame.getState().go('environments');
}

/** Shows the sessions of the environment in use. */
export function openSessions(): void {
  useSessions.setState({ shouldReveal: true });
  openEnvironment();
}

/** Like {@link openEnvironment}, by the name that an exchange records; the one in use if it was deleted. */
export async function openEnvironmentNamed(name: string): Promise<void> {
  await useEnvironments.getState().load();
  openEnvironment(useEnvironments.getState().list?.find((one) => one.name === name)?.id);
}

/** The form of a new environment, filled in as a template. */
export function draftOf(list: readonly EnvironmentView[]): EnvironmentView {
  // The certificate of the one in use may be missing. The local bank always has one.
  const has = list.filter(({ certificateId: one }) => one !== MISSING);
  const certificateId = (has.find(({ current }) => current) ?? has[0])?.certificateId ?? '';
  const form = newEnvironment(
    list.map(({ name }) => name),
    certificateId,
  );
  // Only a placeholder shows the example, so that nothing is sent to it.
  const none = { current: false, psu: null, blocked: null, openApi: null };
  return { ...form, ...none, baseUrl: '', id: NEW, kind: 'bank', profile: SPECIFICATION };
}

type ProxyAction = 'proxy.start' | 'proxy.stop' | 'proxy.renewToken';

interface ProxyStore {
  /** Null while it is off or not yet read. */
  proxy: ProxyView | null;
  problem: string | null;
  /** Whether its panel should scroll into view. */
  shouldReveal: boolean;
  load: () => Promise<void>;
  perform: <M extends ProxyAction>(method: M, input: Input<M>) => Promise<void>;
}

/** The signing proxy. */
export const useProxy = create<ProxyStore>((set, get) => {
  const attempt = attemptIn(set);
  const read = readIn(set, get);
  return {
    proxy: null,
    problem: null,
    shouldReveal: false,
    load: coalesced(() => read(async () => set(await host.call('proxy.read', {})))),
    perform: (method, input) => attempt(() => host.call(method, input)),
  };
});

interface TapStore {
  /** Null while it is off or not yet read. */
  tap: TapView | null;
  problem: string | null;
  /** Whether its panel should scroll into view. */
  shouldReveal: boolean;
  load: () => Promise<void>;
  perform: <M extends 'tap.start' | 'tap.stop'>(method: M, input: Input<M>) => Promise<void>;
}

/** The tap. */
export const useTap = create<TapStore>((set, get) => {
  const attempt = attemptIn(set);
  const read = readIn(set, get);
  return {
    tap: null,
    problem: null,
    shouldReveal: false,
    load: coalesced(() => read(async () => set(await host.call('tap.read', {})))),
    perform: (method, input) => attempt(() => host.call(method, input)),
  };
});

interface OpenApiStore {
  /** The operations of the document of the environment in use; null without one. */
  document: Output<'environments.openApi'>['document'];
  load: () => Promise<void>;
}

/** The OpenAPI document of the environment in use, whose operations replace those of the simulator. */
export const useOpenApi = create<OpenApiStore>((set) => ({
  document: null,
  load: coalesced(async () => {
    // Without an answer, the operations of the simulator stay.
    const { document } = await host.call('environments.openApi', {}).catch(() => ({ document: null }));
    set({ document });
  }),
}));

type SessionAction = 'sessions.begin' | 'sessions.use' | 'sessions.abort' | 'sessions.expire';

interface SessionStore {
  sessions: SessionRecord[];
  /** The one that requests carry. */
  current: string;
  problem: string | null;
  /** Whether their panel should scroll into view. */
  shouldReveal: boolean;
  load: () => Promise<void>;
  perform: <M extends SessionAction>(method: M, input: Input<M>) => Promise<void>;
}

/** The TPP-Session-IDs of the environment in use. */
export const useSessions = create<SessionStore>((set, get) => {
  const attempt = attemptIn(set);
  const read = readIn(set, get);
  return {
    sessions: [],
    current: '',
    problem: null,
    shouldReveal: false,
    load: coalesced(() =>
      read(async () => {
        const { sessions, current } = await host.call('sessions.list', {});
        set({ sessions, current });
      }),
    ),
    perform: async (method, input) => {
      await attempt(() => host.call(method, input));
      await get().load();
    },
  };
});
