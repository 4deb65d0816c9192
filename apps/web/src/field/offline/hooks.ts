import { useEffect } from 'react';
import { useStore } from '#shared/state/store.ts';
import { followPlace } from './place.ts';
import { holdUpdates } from './updates.ts';
import { snapshot } from './store.ts';
import { type PhoneState, type QueueView, type RouteView } from './types.ts';

/** @returns whether this phone is connected, and to whom. */
export const usePhone = (): PhoneState => useStore(snapshot, ({ phone }) => phone);

/** @returns the route of the day, with this phone's own visits applied to its stops. */
export const useRoute = (): RouteView => useStore(snapshot, ({ route }) => route);

/** @returns what this phone still has to send. */
export const useQueue = (): QueueView => useStore(snapshot, ({ queue }) => queue);

/** For the form of a visit: no new version of the page reloads it, and the place is known when it is closed. */
export function useOpenForm(): void {
  useEffect(holdUpdates, []);
  useEffect(followPlace, []);
}
