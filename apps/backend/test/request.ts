import { Agent, createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import supertest, { type Test } from 'supertest';

const agent = new Agent({ keepAlive: true });
const servers = new WeakMap<RequestListener, Server>();

/** @returns the port of the listener's server, which does not keep the process alive. */
function portOf(listener: RequestListener): number {
  const server = servers.get(listener) ?? createServer(listener).listen(0);
  servers.set(listener, server.unref());
  // Otherwise it could close a connection that is about to be used.
  server.keepAliveTimeout = 0;
  return (server.address() as AddressInfo).port;
}

/** supertest with one server per listener and keep-alive connections: new ones took a quarter of the CPU of a request. */
export default function request(listener: RequestListener) {
  const calls = supertest(`http://127.0.0.1:${portOf(listener)}`);
  return {
    get: (path: string): Test => calls.get(path).agent(agent),
    post: (path: string): Test => calls.post(path).agent(agent),
    put: (path: string): Test => calls.put(path).agent(agent),
    patch: (path: string): Test => calls.patch(path).agent(agent),
  };
}
