import { hash, randomBytes } from 'node:crypto';
import { ASSERTION } from '@despacho/contracts/assertion';
import { GUEST_OPERATIONS, type GuestContent, type GuestOperationId } from '@despacho/contracts/dispatch';
import { type Response } from 'supertest';
import { assertionOf } from './assertions.ts';
import request from './request.ts';
import { type Desk } from './use-desk.ts';

/** A guest, for whom the gateway calls the service. */
interface TestGuest {
  call: (operation: GuestOperationId, sent?: { body?: object; id?: string; medida?: string }) => Promise<Response>;
  open: (fragment: string) => Promise<Response>;
  /** @returns what the link shows, which must satisfy the contract. */
  content: () => Promise<GuestContent>;
}

/** A guest who has opened nothing. */
export function newGuest(desk: Pick<Desk, 'app' | 'clock'>, network = '203.0.113.0/24'): TestGuest {
  const session = hash('sha256', randomBytes(32), 'base64url');
  const call: TestGuest['call'] = async (operation, { body, id = '1', medida } = {}) => {
    const { method, path } = GUEST_OPERATIONS[operation];
    const bearer = await assertionOf({ session, network }, { audience: ASSERTION.guestAudience, from: desk.clock() });
    const address = `/operations${path.replace(/^\/api/, '').replace(':id', id)}`;
    const agent = request(desk.app);
    const sent = (method === 'GET' ? agent.get(address) : agent.post(address)).set('Authorization', `Bearer ${bearer}`);
    if (medida !== undefined) void sent.query({ medida });
    return body ? await sent.send(body) : await sent;
  };
  return {
    call,
    open: (secret) => call('guest.open', { body: { secret } }),
    content: async () => GUEST_OPERATIONS['guest.content'].response.parse((await call('guest.content')).body),
  };
}
