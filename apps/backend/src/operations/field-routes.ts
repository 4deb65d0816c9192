import { type FieldClaims } from '@despacho/contracts/assertion';
import {
  FIELD_OPERATIONS,
  type FieldOperationId,
  IDEMPOTENCY_HEADER,
  IDEMPOTENCY_KEY_PATTERN,
} from '@despacho/contracts/dispatch';
import { type Operation } from '@despacho/contracts';
import express, { Router } from 'express';
import type * as z from 'zod/mini';
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
import { AssertionRefusal, notFound, Refusal } from '../refusal.ts';
import { type Services } from '../services.ts';
import { recordVisit } from '../visits/record-visit.ts';
import { readFieldAssertion } from './read-assertion.ts';

/** Fits the closings of a long day several times. */
const MAX_BODY = 256 * 1024;

type Contracts = typeof FIELD_OPERATIONS;
type Output<S> = S extends z.ZodMiniType ? z.output<S> : null;

interface Call<I extends FieldOperationId> {
  services: Services;
  claims: FieldClaims;
  /** The `Idempotency-Key`; empty if the contract does not require one. */
  key: string;
  params: Output<Contracts[I]['params']>;
  body: Output<Contracts[I]['body']>;
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
  'field.start': ({ services, phone, body }) => startDay(services, phone, body),
  'field.readNote': ({ services, phone, params }) => readNote(services, phone, Number(params.id)),
  'field.end': ({ services, phone, body }) => endDay(services, phone, body),
};

/** The routes of couriers' phones, generated from the contracts. Office and courier are those of the phone. */
export function fieldRoutes(services: Services): Router {
  const router = Router();
  for (const id of Object.keys(FIELD_OPERATIONS) as FieldOperationId[]) {
    const { method, path, policy, params, body: form }: Operation = FIELD_OPERATIONS[id];
    const handler = HANDLERS[id] as (call: Call<FieldOperationId> & { phone: Phone | null }) => Promise<unknown>;
    const verb = method.toLowerCase() as Lowercase<typeof method>;
    router.route(path.replace(/^\/api/, ''))[verb](
      async (request, response, next) => {
        const claims = await readFieldAssertion(services, bearerOf(request));
        const phone = policy.access === 'courier' ? await findCaller(services, claims) : null;
        const key = request.get(IDEMPOTENCY_HEADER) ?? '';
        if (policy.repeatable && !IDEMPOTENCY_KEY_PATTERN.test(key))
          throw new Refusal('invalid', 'Falta la cabecera Idempotency-Key', undefined, 'headers.Idempotency-Key');
        response.locals['admitted'] = { claims, phone, key };
        next();
      },
      express.json({ limit: MAX_BODY }),
      async (request, response) => {
        const admitted = response.locals['admitted'] as Pick<Call<FieldOperationId>, 'claims' | 'key'> & {
          phone: Phone | null;
        };
        // An invalid id is treated as unknown.
        if (params && !params.safeParse(request.params).success) throw notFound();
        const body = (form ? readInput(form, request.body ?? {}) : null) as Call<FieldOperationId>['body'];
        const named = request.params as Call<FieldOperationId>['params'];
        const work = () => handler({ services, ...admitted, params: named, body });
        const { phone } = admitted;
        const value = await (phone ? services.shares.run(phone.officeId, work) : work());
        response.json(value);
      },
    );
  }
  return router;
}
