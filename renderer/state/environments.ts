/** The environments, and the selected one. */
import { create } from 'zustand';
import type { CertificateView } from '../../shared/contract/certificates.ts';
import {
  type EnvironmentForm,
  type EnvironmentView,
  MISSING,
  newEnvironment,
} from '../../shared/contract/environments.ts';
import { host } from '../host.ts';
import { attemptIn, readIn } from './attempt.ts';
import { useFrame } from './frame.ts';
import { coalesced } from './coalesce.ts';
import { THIS_WINDOW } from './own-window.ts';
import { setUnsaved } from './unsaved.ts';

/** Id of the environment that is being made: it exists only in the window until it is saved. */
export const NEW = 'new';

/** What has been typed in the form of an environment is kept under this (`unsaved.ts`). */
export const formKey = (id: string) => `environment ${id}`;

interface EnvironmentsStore {
  list: EnvironmentView[] | null;
  /** Certificates to choose from. */
  certificates: CertificateView[];
  selected: string | null;
  /** Id of the one that was saved last. */
  saved: string | null;
  problem: string | null;
  /** The name of the one in use, if it was chosen in another window and nobody has taken note of that; otherwise null. */
  chosenElsewhere: string | null;
  load: () => Promise<void>;
  select: (id: string) => void;
  /** Shows the form of a new environment. Nothing is made before it is saved. */
  begin: () => void;
  /** Saves what was typed. @returns the id of the environment @throws HostError if it is refused */
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
      }),
    forgetPsu: (id) => attempt(() => host.call('environments.forgetPsu', { id })),
  };
});

/** Shows an environment in its view: the one in use, unless another one is named by its id. */
export function openEnvironment(id?: string): void {
  const { list, select } = useEnvironments.getState();
  const wanted = id ?? list?.find(({ current }) => current)?.id;
  // A list that has not been read yet selects the one in use when it is.
  if (wanted === undefined) useEnvironments.setState({ selected: null });
  else select(wanted);
  useFrame.getState().go('environments');
}

/** The same for the environment with a name, as an exchange has it; the one in use if there is none any more. */
export async function openEnvironmentNamed(name: string): Promise<void> {
  await useEnvironments.getState().load();
  openEnvironment(useEnvironments.getState().list?.find((one) => one.name === name)?.id);
}

/** The environment that is being made, filled in as a template. */
export function draftOf(list: readonly EnvironmentView[]): EnvironmentView {
  // The certificate of the one in use may be missing. The local bank always has its own.
  const has = list.filter(({ certificateId: one }) => one !== MISSING);
  const certificateId = (has.find(({ current }) => current) ?? has[0])?.certificateId ?? '';
  const form = newEnvironment(
    list.map(({ name }) => name),
    certificateId,
  );
  // An example is shown as one, and not sent to.
  return { ...form, baseUrl: '', id: NEW, kind: 'bank', current: false, psu: null, blocked: null };
}
