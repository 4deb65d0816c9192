import { type FieldClaims } from '@despacho/contracts/assertion';
import { FIELD_OPERATIONS, type FieldOperationId } from '@despacho/contracts/dispatch';
import { type Operation } from '@despacho/contracts';
import { Router } from 'express';
import { connectPhone, readEnrolment } from '../field/connect-phone.ts';
import { findCaller, sessionOf } from '../field/field-caller.ts';
import { readNote } from '../field/read-note.ts';
import { readRoute } from '../field/read-route.ts';
import { endDay, startDay } from '../field/run-day.ts';
import { signOutPhone } from '../field/sign-out-phone.ts';
import { bearerOf } from '../http/bearer.ts';
import { readInput } from '../http/read-input.ts';
import { type Phone } from '../phones/phones-repository.ts';
import { receivePositions } from '../positions/receive-positions.ts';
import { AssertionRefusal } from '../refusal.ts';
import { type Services } from '../services.ts';
import { recordVisit, reportVisit } from '../visits/record-visit.ts';
import { addPhotoPart, beginPhoto } from '../uploads/receive-photo.ts';
import { readFieldAssertion } from './read-assertion.ts';
import { bodyParser, goneSignal, type Output, readCall } from './read-call.ts';

type Contracts = typeof FIELD_OPERATIONS;

interface Call<I extends FieldOperationId> {
  services: Services;
  claims: FieldClaims;
  params: Output<Contracts[I]['params']>;
  query: Output<Contracts[I]['query']>;
  body: Output<Contracts[I]['body']>;
  /** The file of an upload; otherwise empty. */
  file: Buffer;
  /** Fires when the client has disconnected. */
  signal: AbortSignal;
}

/** The caller's phone, for operations that require a connected one. */
type Caller<I extends FieldOperationId> = Contracts[I]['policy']['access'] extends 'courier'
  ? { phone: Phone }
  : { phone: null };

type Handlers = {
  [I in FieldOperationId]: (call: Call<I> & Caller<I>) => Promise<Output<Contracts[I]['response']>>;
};

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
  'field.route': ({ services, phone }) => readRoute(services, phone),
  'field.positions': ({ services, phone, body }) => receivePositions(services, phone, body),
  'field.visit': ({ services, phone, body }) => recordVisit(services, phone, body),
  'field.reportVisit': ({ services, phone, body }) => reportVisit(services, phone, body),
  'field.start': ({ services, phone, body }) => startDay(services, phone, body),
  'field.readNote': ({ services, phone, params }) => readNote(services, phone, Number(params.id)),
  'field.end': ({ services, phone, body }) => endDay(services, phone, body),
  'field.photo': ({ services, phone, body, signal }) => beginPhoto(services, phone, body, signal),
  'field.photoPart': ({ services, phone, params, query, file, signal }) =>
    addPhotoPart(services, phone, { id: params.id, offset: Number(query.offset), bytes: file }, signal),
};

/** The routes of couriers' phones, generated from the contracts. Office and courier are those of the phone. */
export function fieldRoutes(services: Services): Router {
  const router = Router();
  for (const id of Object.keys(FIELD_OPERATIONS) as FieldOperationId[]) {
    const operation: Operation = FIELD_OPERATIONS[id];
    const { method, path, policy, query } = operation;
    const handler = HANDLERS[id] as (call: Call<FieldOperationId> & { phone: Phone | null }) => Promise<unknown>;
    const verb = method.toLowerCase() as Lowercase<typeof method>;
    router.route(path.replace(/^\/api/, ''))[verb](
      async (request, response, next) => {
        const claims = await readFieldAssertion(services, bearerOf(request));
        const phone = policy.access === 'courier' ? await findCaller(services, claims, id === 'field.route') : null;
        response.locals['admitted'] = { claims, phone };
        next();
      },
      bodyParser(operation),
      async (request, response) => {
        const admitted = response.locals['admitted'] as { claims: FieldClaims; phone: Phone | null };
        const call = {
          services,
          ...admitted,
          ...readCall(operation, request),
          query: query ? readInput(query, request.query, 'query') : null,
          signal: goneSignal(response),
        } as Parameters<typeof handler>[0];
        const work = () => handler(call);
        const value = await (call.phone ? services.shares.run(call.phone.officeId, work) : work());
        response.json(value);
      },
    );
  }
  return router;
}
