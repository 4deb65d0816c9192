import { type FieldClaims } from '@despacho/contracts/assertion';
import { FIELD_OPERATIONS } from '@despacho/contracts/dispatch';
import { type Router } from 'express';
import { connectPhone, readEnrolment } from '#field/route/connect-phone.ts';
import { findCaller, sessionOf } from '#field/route/field-caller.ts';
import { markDoor } from '#field/route/mark-door.ts';
import { readNote } from '#field/route/read-note.ts';
import { readRoute } from '#field/route/read-route.ts';
import { reorderOwnStops } from '#field/route/reorder-own-stops.ts';
import { endDay, startDay } from '#field/route/run-day.ts';
import { signOutPhone } from '#field/route/sign-out-phone.ts';
import { type Phone } from '#fleet/phones/phones-repository.ts';
import { receivePositions } from '#fleet/positions/receive-positions.ts';
import { AssertionRefusal } from '#platform/refusal.ts';
import { type Services } from '../services.ts';
import { recordVisit, reportVisit } from '#field/visits/record-visit.ts';
import { addPhotoPart, beginPhoto } from '#field/uploads/receive-photo.ts';
import { type LinkedHandlers, linkedRoutes } from './linked-routes.ts';
import { readFieldAssertion } from './read-assertion.ts';

type Handlers = LinkedHandlers<typeof FIELD_OPERATIONS, FieldClaims, Phone, 'courier'>;

/** The function behind each operation of a courier's phone. A missing one is a compile error. */
const HANDLERS: Handlers = {
  'field.session': async ({ services, claims }) => sessionOf(await findCaller(services, claims), services.clock()),
  'field.enrolment': ({ services, body }) => readEnrolment(services, body.secret),
  'field.connect': ({ services, claims: { device, deviceName }, body }) => {
    if (device === null) throw new AssertionRefusal({ reason: 'form' });
    return connectPhone(services, body, { sessionHash: device, name: deviceName });
  },
  'field.signOut': async ({ services, claims: { device } }) => {
    if (device !== null) await signOutPhone(services, device);
    return {};
  },
  'field.route': ({ services, caller: phone }) => readRoute(services, phone),
  'field.area': async ({ services, caller: phone }) => ({ area: (await readRoute(services, phone)).area ?? null }),
  'field.positions': ({ services, caller: phone, body }) => receivePositions(services, phone, body),
  'field.visit': ({ services, caller: phone, body }) => recordVisit(services, phone, body),
  'field.reportVisit': ({ services, caller: phone, body }) => reportVisit(services, phone, body),
  'field.start': ({ services, caller: phone, body }) => startDay(services, phone, body),
  'field.reorder': ({ services, caller: phone, body }) => reorderOwnStops(services, phone, body),
  'field.door': ({ services, caller: phone, body }) => markDoor(services, phone, body),
  'field.readNote': ({ services, caller: phone, params }) => readNote(services, phone, Number(params.id)),
  'field.end': ({ services, caller: phone, body }) => endDay(services, phone, body),
  'field.photo': ({ services, caller: phone, body, signal }) => beginPhoto(services, phone, body, signal),
  'field.photoPart': ({ services, caller: phone, params, query, file, signal }) =>
    addPhotoPart(services, phone, { id: params.id, offset: Number(query.offset), bytes: file }, signal),
};

/** The routes of couriers' phones, generated from the contracts. Office and courier are those of the phone. */
export const fieldRoutes = (services: Services): Router =>
  linkedRoutes(services, {
    principal: 'courier',
    operations: FIELD_OPERATIONS,
    handlers: HANDLERS,
    readClaims: readFieldAssertion,
    keyOf: ({ device }) => device ?? '',
    findCaller: (claims, id) => findCaller(services, claims, id === 'field.route' || id === 'field.area'),
  });
