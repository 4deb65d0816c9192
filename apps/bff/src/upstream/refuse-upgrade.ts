import { type IncomingMessage } from 'node:http';
import { type Duplex } from 'node:stream';
import { Failure } from '#problems/failure.ts';

/**
 * Rejects an upstream's change of protocol, which is never requested. Without a listener Node drops the connection
 * silently, so that the call would wait for its limit.
 */
export const refuseUpgrade =
  (fail: (error: Failure) => void) =>
  (_answer: IncomingMessage, socket: Duplex): void => {
    socket.destroy();
    fail(new Failure('upstream-broken', { note: 'upstream changed the protocol' }));
  };
