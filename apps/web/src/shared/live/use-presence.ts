import { useSyncExternalStore } from 'react';
import { type Present, presentAt, subscribePresence } from './presence-store.ts';

/** @returns who else is at this order now. */
export const usePresence = (orderId: string): readonly Present[] =>
  useSyncExternalStore(subscribePresence, () => presentAt(orderId));
