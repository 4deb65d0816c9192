import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followDispatch } from './follow-dispatch.ts';

/** Keeps cached orders and couriers up to date with live events. */
export function useDispatchCaches(own: string): void {
  const client = useQueryClient();
  useEffect(() => followDispatch(client, own), [client, own]);
}
