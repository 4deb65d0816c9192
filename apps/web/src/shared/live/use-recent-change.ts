import { useSyncExternalStore } from 'react';
import { type RecentChange, recentChange, subscribeChanges } from './recent-changes.ts';

/** @returns the recent change of this order by another user; undefined if there is none. */
export const useRecentChange = (orderId: string): RecentChange | undefined =>
  useSyncExternalStore(subscribeChanges, () => recentChange(orderId));
