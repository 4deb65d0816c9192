import { arrivalOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';

/** The arrivals of an order, or of a courier's working day `YYYY-MM-DD`. */
export type ArrivalsOf = { orden: string } | { repartidor: string; dia: string };

/** Nested under the office's dispatch key, so that invalidating that includes the arrivals. */
export const arrivalsKey = (officeId: string) => ['dispatch', officeId, 'arrivals'] as const;

/** When couriers were at the places of their stops, by time. For people with M01. */
export const arrivalsQuery = (officeId: string, of: ArrivalsOf) =>
  queryOptions({
    queryKey: [...arrivalsKey(officeId), of],
    queryFn: (context) => call(arrivalOperations['arrivals.list'], { query: { officeId, ...of }, ...reading(context) }),
    staleTime: 60_000,
  });
