import { findClientRows } from '../clients/known-clients.ts';
import { listCourierNames } from '../couriers/couriers-repository.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { officeDay } from '../dispatch/working-day.ts';
import { type Services } from '../services.ts';
import { officeProvince } from '../districts/office-province.ts';
import { type ParseContext } from './parse-import.ts';

/** @returns what an office's lines are validated against now. */
export const parseContext = async ({ db, clock, config }: Services, dispatcher: Dispatcher): Promise<ParseContext> => ({
  today: officeDay(clock(), dispatcher),
  timeZone: dispatcher.timeZone,
  province: await officeProvince(db, dispatcher),
  maxKm: config.placeMaxKm,
  clients: await findClientRows(db, dispatcher.companyId),
  couriers: await listCourierNames(db, dispatcher),
});
