/** The environments, and the selected one. */
import { create } from 'zustand';
import type { CertificateView } from '../../shared/contract/certificates.ts';
import type { EnvironmentView } from '../../shared/contract/environments.ts';
import { host } from '../host.ts';
import { attemptIn } from './attempt.ts';
import { inTurn } from './in-turn.ts';

interface EnvironmentsStore {
  list: EnvironmentView[] | null;
  /** Certificates to choose from. */
  certificates: CertificateView[];
  selected: string | null;
  problem: string | null;
  load: () => Promise<void>;
  select: (id: string) => void;
  create: () => Promise<void>;
  choose: (id: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
  forgetPsu: (id: string) => Promise<void>;
}

export const useEnvironments = create<EnvironmentsStore>((set, get) => {
  const attempt = attemptIn(set);
  return {
    list: null,
    certificates: [],
    selected: null,
    problem: null,
    load: inTurn(() =>
      attempt(async () => {
        const [{ environments }, { certificates }] = await Promise.all([
          host.call('environments.list', {}),
          host.call('certificates.list', {}),
        ]);
        const known = environments.some(({ id }) => id === get().selected);
        set({
          list: environments,
          certificates: certificates.filter(({ kind }) => kind === 'signing'),
          ...(known ? {} : { selected: environments.find(({ current }) => current)?.id ?? null }),
        });
      }),
    ),
    select: (id) => set({ selected: id, problem: null }),
    create: () =>
      attempt(async () => {
        const { id } = await host.call('environments.create', {});
        await get().load();
        set({ selected: id });
      }),
    choose: (id) => attempt(() => host.call('environments.choose', { id })),
    remove: (id) => attempt(() => host.call('environments.remove', { id })),
    forgetPsu: (id) => attempt(() => host.call('environments.forgetPsu', { id })),
  };
});
