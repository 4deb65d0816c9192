import { type IncomingMessage } from 'node:http';
import { type Duplex } from 'node:stream';
import { Failure } from '../problems/failure.ts';

/**
 * What to do when an upstream turns a call into another protocol, which is never asked for. Without a listener Node drops
 * the connection and tells nobody, so that the call would wait for its limit.
 */
export const refuseUpgrade =
  (fail: (error: Failure) => void) =>
  (_answer: IncomingMessage, socket: Duplex): void => {
    socket.destroy();
    fail(new Failure('upstream-broken', { note: 'upstream changed the protocol' }));
  };
