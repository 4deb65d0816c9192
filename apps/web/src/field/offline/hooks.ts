import { useEffect, useSyncExternalStore } from 'react';
import { followPlace } from './place.ts';
import { holdUpdates } from './updates.ts';
import { readSnapshot, subscribe } from './store.ts';
import { type PhoneState, type QueueView, type RouteView } from './types.ts';

/** @returns whether this phone is connected, and to whom. */
export const usePhone = (): PhoneState => useSyncExternalStore(subscribe, () => readSnapshot().phone);

/** @returns the route of the day, with this phone's own visits applied to its stops. */
export const useRoute = (): RouteView => useSyncExternalStore(subscribe, () => readSnapshot().route);

/** @returns what this phone still has to send. */
export const useQueue = (): QueueView => useSyncExternalStore(subscribe, () => readSnapshot().queue);

/** For the form of a visit: no new version of the page reloads it, and the place is known when it is closed. */
export function useOpenForm(): void {
  useEffect(holdUpdates, []);
  useEffect(followPlace, []);
}
