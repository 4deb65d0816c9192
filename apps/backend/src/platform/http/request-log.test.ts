import { ACCOUNT_CHANGES, ASSERTION, COMPANY_HEADER, TRAIL_REPORTS } from '@despacho/contracts/assertion';
import express from 'express';
import { type AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { logSubject, requestLog } from './request-log.ts';

const lines: Record<string, unknown>[] = [];
const app = express();
app.use(requestLog(createLogger('debug', { write: (text) => lines.push(JSON.parse(text) as (typeof lines)[0]) })));
app.get('/operations/orders', (_request, response) => {
  logSubject(response, { operation: 'orders.list', office: 'LIMA', company: 'company-1' });
  response.end();
});
app.get('/broken/health', (_request, response) => {
  response.status(503).end();
});
app.use((_request, response) => {
  response.end();
});
const server = app.listen(0);
afterAll(() => {
  server.close();
});

const lineOf = async (path: string) => {
  lines.length = 0;
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}?token=canary`);
  await expect.poll(() => lines).toHaveLength(1);
  return { ...lines[0], header: headers.get(COMPANY_HEADER) };
};

it('logs operation, office and company, and sends the company to the gateway', async () => {
  const { header, ...line } = await lineOf('/operations/orders');
  expect(header).toBe('company-1');
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String) as string,
    service: 'dispatch',
    event: 'request',
    requestId: expect.any(String) as string,
    method: 'GET',
    path: '/operations/orders',
    operation: 'orders.list',
    office: 'LIMA',
    company: 'company-1',
    status: 200,
    milliseconds: expect.any(Number) as number,
    msg: 'request',
  });
});

it.each([
  ['/health', 'debug'],
  [`/operations${ASSERTION.checkPath}`, 'debug'],
  [`/operations${ACCOUNT_CHANGES.path}`, 'debug'],
  [`/operations${TRAIL_REPORTS.path}`, 'debug'],
  ['/broken/health', 'error'],
  ['/operations/offices', 'info'],
])('logs %s at %s', async (path, level) => {
  expect(await lineOf(path)).toMatchObject({ level, operation: 'none' });
});
