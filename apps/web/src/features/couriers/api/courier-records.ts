import { type Absences, type CourierDocuments, courierRecordOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';
import { couriersKey } from './couriers-query.ts';

/** Under the list's key, so that a change of a courier reloads it. */
export const absencesQuery = (officeId: string, id: string) =>
  queryOptions({
    queryKey: [...couriersKey(officeId), id, 'absences'] as const,
    queryFn: (context): Promise<Absences> =>
      call(courierRecordOperations['couriers.absences'], { params: { id }, query: { officeId }, ...reading(context) }),
  });

/** Only for people with U01 and G01. */
export const documentsQuery = (officeId: string, id: string) =>
  queryOptions({
    queryKey: [...couriersKey(officeId), id, 'documents'] as const,
    queryFn: (context): Promise<CourierDocuments> =>
      call(courierRecordOperations['couriers.documents'], { params: { id }, query: { officeId }, ...reading(context) }),
    // Typed text must not be replaced while the form is open.
    staleTime: Infinity,
    gcTime: 0,
  });
