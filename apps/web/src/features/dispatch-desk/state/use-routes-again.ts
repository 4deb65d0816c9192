import { type SuggestedPart } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LoadDay } from '#features/orders/api/stops-query.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { suggestionQuery } from '../api/suggestion-query.ts';
import { isRouteOf, type PlanLine } from '../rules/plan.ts';

const NONE: readonly SuggestedPart[] = [];

/**
 * Computes the route of the opened part again if a person changed it: a proposal for this courier and these orders alone. Parts
 * that are not opened are not computed, because each computation takes seconds of the server.
 * @returns the routes that were computed, newest first, and whether one is being computed.
 */
export function useRoutesAgain(
  { day }: LoadDay,
  lines: readonly PlanLine[],
  routes: readonly SuggestedPart[],
  openId: string | null,
): { computed: readonly SuggestedPart[]; isComputing: boolean } {
  const { officeId } = useDispatchOffice();
  const [computed, setComputed] = useState(NONE);
  const own = lines.filter(({ courierId }) => courierId === openId);
  const orders = own.map(({ order: { id, version } }) => ({ id, version }));
  const isKnown = [...computed, ...routes].some((route) => route.courierId === openId && isRouteOf(route, own));
  const query = useQuery({
    ...suggestionQuery(officeId, { day, couriers: [openId ?? ''], orders, keep: 'others' }),
    enabled: openId !== null && orders.length > 0 && !isKnown,
    retry: false,
  });
  const part = query.data?.parts.find(({ courierId }) => courierId === openId);
  if (part && !computed.includes(part)) setComputed([part, ...computed]);
  return { computed, isComputing: query.isLoading };
}
