import { useSyncExternalStore } from 'react';
import { type RecentChange, recentChange, subscribeChanges } from './recent-changes.ts';

/** @returns what somebody else has just done to this order; undefined when it is no news, or there is none. */
export const useRecentChange = (orderId: string): RecentChange | undefined =>
  useSyncExternalStore(subscribeChanges, () => recentChange(orderId));
