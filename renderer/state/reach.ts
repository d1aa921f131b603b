/** Whether the host answers. It is told by the stream of its events, so also while nothing is asked. */
import { create } from 'zustand';
import { onReach } from '../host.ts';

export const useReach = create<{ isReached: boolean }>(() => ({ isReached: true }));

onReach((isReached) => useReach.setState({ isReached }));
