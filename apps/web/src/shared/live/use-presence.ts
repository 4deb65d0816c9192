import { useSyncExternalStore } from 'react';
import { type Present, presentAt, subscribePresence } from './presence-store.ts';

/** @returns the other users at this order. */
export const usePresence = (orderId: string): readonly Present[] =>
  useSyncExternalStore(subscribePresence, () => presentAt(orderId));
