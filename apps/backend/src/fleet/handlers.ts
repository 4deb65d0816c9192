import { byNumber, type Handlers, withBody, withKey } from '#platform/call.ts';
import { listArrivals } from './arrivals/list-arrivals.ts';
import { editCourier } from './couriers/change-courier.ts';
import { connectCourier } from './couriers/connect-courier.ts';
import { markAbsences, readAbsences } from './couriers/courier-absences.ts';
import { readDocuments, writeDocuments } from './couriers/courier-documents.ts';
import { disconnectCourier, readCourierPhone } from './couriers/courier-phone.ts';
import { toCourier } from './couriers/courier-row.ts';
import { connectTracker, disconnectTracker, recordPaperNotice } from './couriers/courier-tracker.ts';
import { listRetired, requireCourier } from './couriers/couriers-repository.ts';
import { createCourier } from './couriers/create-courier.ts';
import { mapCouriers } from './couriers/map-couriers.ts';
import { markAttendance } from './couriers/mark-attendance.ts';
import { closeOffice, reopenOffice } from './offices/close-office.ts';
import { type FleetServices } from './services.ts';
import { readTrail } from './trails/read-trail.ts';
import { createZone, editZone, importZones, listRemovedZones, removeZone, restoreZone } from './zones/change-zone.ts';
import { listZones } from './zones/zones-repository.ts';

/** The operations of this group. */
export const FLEET_HANDLERS = {
  'couriers.map': ({ db }, dispatcher) => mapCouriers(db, dispatcher),
  'trails.courier': (services, dispatcher, { params, query }) =>
    readTrail(services, dispatcher, { courierId: Number(params.id), day: query.dia }),
  'trails.follow': async ({ db }, dispatcher, { params }) => {
    await requireCourier(db, dispatcher, Number(params.id));
    return {};
  },
  'couriers.retired': async ({ db }, dispatcher, { query }) =>
    (await listRetired(db, dispatcher, Number(query.antes))).map(toCourier),
  'couriers.create': withKey(createCourier),
  'couriers.edit': byNumber(editCourier),
  'couriers.attend': withBody(markAttendance),
  'couriers.absences': byNumber(readAbsences),
  'couriers.absent': byNumber(markAbsences),
  'couriers.documents': byNumber(readDocuments),
  'couriers.writeDocuments': byNumber(writeDocuments),
  'couriers.connect': byNumber(connectCourier),
  'couriers.device': byNumber(readCourierPhone),
  'couriers.disconnect': byNumber(disconnectCourier),
  'couriers.track': byNumber(connectTracker),
  'couriers.notice': byNumber(recordPaperNotice),
  'couriers.untrack': byNumber(disconnectTracker),
  'offices.close': (services, dispatcher, { body }) => closeOffice(services, dispatcher, body.version),
  'offices.reopen': (services, dispatcher, { body }) => reopenOffice(services, dispatcher, body.version),
  'zones.list': listZones,
  'zones.removed': listRemovedZones,
  'zones.create': withBody(createZone),
  'zones.import': withBody(importZones),
  'zones.edit': byNumber(editZone),
  'zones.remove': (services, dispatcher, { params, body }) =>
    removeZone(services, dispatcher, Number(params.id), body.version),
  'zones.restore': (services, dispatcher, { params, body }) =>
    restoreZone(services, dispatcher, Number(params.id), body.version),
  'arrivals.list': (services, dispatcher, { query: { orden, repartidor, dia = '' } }) =>
    listArrivals(
      services,
      dispatcher,
      orden === undefined ? { courierId: Number(repartidor), day: dia } : { orderId: Number(orden) },
    ),
} satisfies Partial<Handlers<FleetServices>>;
