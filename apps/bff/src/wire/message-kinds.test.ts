import express from 'express';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import request from 'supertest';
import { expect, it } from 'vitest';
import { messageKinds } from './message-kinds.ts';

it('makes requests and responses that Express need not change any more', async () => {
  const app = express();
  const kinds = messageKinds(app);
  const seen: unknown[] = [];
  app.use((req, res) => {
    seen.push(Object.getPrototypeOf(req), Object.getPrototypeOf(res), req instanceof IncomingMessage);
    seen.push(res instanceof ServerResponse, req.app === app, res.app === app);
    res.type('text').send(req.get('x-word'));
  });
  const born: unknown[] = [];
  const server = createServer(kinds, (req, res) => {
    born.push(Object.getPrototypeOf(req), Object.getPrototypeOf(res));
    app(req, res);
  });
  const { status, text } = await request(server).get('/').set('x-word', 'palabra');
  expect([status, text]).toEqual([200, 'palabra']);
  expect(born).toEqual([kinds.IncomingMessage.prototype, kinds.ServerResponse.prototype]);
  expect(seen.slice(0, 2)).toEqual(born);
  expect(seen.slice(2)).toEqual([true, true, true, true]);
});
