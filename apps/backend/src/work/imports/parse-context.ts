import { findClientRows } from '#people/clients/known-clients.ts';
import { listCourierNames } from '#fleet/couriers/couriers-repository.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { type WorkServices } from '../services.ts';
import { officeProvince } from '#platform/districts/office-province.ts';
import { type ParseContext } from './parse-import.ts';

/** @returns what an office's lines are validated against now. */
export const parseContext = async (
  { db, clock, config }: WorkServices,
  dispatcher: Dispatcher,
): Promise<ParseContext> => ({
  today: officeDay(clock(), dispatcher),
  timeZone: dispatcher.timeZone,
  province: await officeProvince(db, dispatcher),
  maxKm: config.placeMaxKm,
  clients: await findClientRows(db, dispatcher.companyId),
  couriers: await listCourierNames(db, dispatcher),
});
