import { hash, randomBytes, randomUUID } from 'node:crypto';
import { ASSERTION } from '@despacho/contracts/assertion';
import {
  type CourierLink,
  FIELD_OPERATIONS,
  type FieldOperationId,
  IDEMPOTENCY_HEADER,
} from '@despacho/contracts/dispatch';
import { type Response } from 'supertest';
import { assertionOf } from './assertions.ts';
import request from './request.ts';
import { type Loads, useLoads } from './use-loads.ts';

/** A courier's phone, which calls the service as the gateway does for it. */
export interface TestPhone {
  /** @param id of the path. */
  call: (operation: FieldOperationId, body?: object, key?: string, id?: string) => Promise<Response>;
  connect: (link: CourierLink, code?: string) => Promise<Response>;
  /** Sends a part of a photo. */
  part: (upload: string, offset: number, bytes: Buffer) => Promise<Response>;
}

interface Phones extends Loads {
  /** A phone that is not connected. */
  newPhone: () => TestPhone;
  /** A phone that is connected to a courier. */
  phoneOf: (courierId: string) => Promise<TestPhone>;
  linkOf: (courierId: string) => Promise<CourierLink>;
}

/** Like `useLoads`, with phones for the couriers. */
export function usePhones(): Phones {
  const desk = useLoads();
  const newPhone = (): TestPhone => {
    const device = hash('sha256', randomBytes(32), 'base64url');
    const bearer = async (): Promise<string> => {
      const claims = { device, deviceName: 'Chrome en Android' };
      return `Bearer ${await assertionOf(claims, { audience: ASSERTION.fieldAudience, from: desk.clock() })}`;
    };
    const call: TestPhone['call'] = async (operation, body, key = randomUUID(), id = '1') => {
      const { method, path } = FIELD_OPERATIONS[operation];
      const agent = request(desk.app);
      const address = `/operations${path.replace(/^\/api/, '').replace(':id', id)}`;
      const sent = (method === 'GET' ? agent.get(address) : agent.post(address))
        .set('Authorization', await bearer())
        .set(IDEMPOTENCY_HEADER, key);
      return body ? await sent.send(body) : await sent;
    };
    return {
      call,
      part: async (upload, offset, bytes) =>
        request(desk.app)
          .post(`/operations/field/photos/${upload}/parts?offset=${offset}`)
          .set('Authorization', await bearer())
          .set('Content-Type', 'application/octet-stream')
          .send(bytes),
      connect: ({ fragment, code }, given = code) => call('field.connect', { secret: fragment, code: given }),
    };
  };
  const linkOf = (courierId: string) => desk.dispatch.ok('couriers.connect', { id: courierId });
  return Object.assign(desk as Phones, {
    newPhone,
    linkOf,
    phoneOf: async (courierId: string) => {
      const phone = newPhone();
      const { status, text } = await phone.connect(await linkOf(courierId));
      if (status !== 200) throw new Error(`The phone could not be connected: ${text}`);
      return phone;
    },
  });
}
