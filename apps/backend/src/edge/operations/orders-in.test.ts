import { type Operation } from '@despacho/contracts';
import { DISPATCH_OPERATIONS, type DispatchOperationId } from '@despacho/contracts/dispatch';
import { jsonSchema } from '@despacho/contracts/openapi';
import { expect, it } from 'vitest';
import { ORDERS_IN } from './orders-in.ts';

/** Operations whose answer is a file or names orders, and is not counted, with the reason. */
const UNCOUNTED: Partial<Record<DispatchOperationId, string>> = {
  'orders.create': 'the order as it was sent',
  'imports.preview': 'lines of the file that was sent',
  'imports.fix': 'lines of the file that was sent',
  'imports.clients': 'lines of the file that was sent',
  'imports.broken': 'lines of the file that was sent',
  'imports.template': 'an empty file',
  'clients.importTemplate': 'an empty file',
  'evidence.remove': 'its code alone',
  'guestLinks.list': 'its code alone',
  'guestLinks.create': 'its code alone',
  'evidence.download': 'has its own limit',
  'exports.download': 'has its own limit',
  'money.export': 'sums',
  'reports.clientsFile': 'sums',
  'reports.couriersFile': 'sums',
  'reports.districtsFile': 'sums',
  'trails.file': 'positions of a courier',
  'trail.file': 'records of the company',
};

/** Fields with which an answer names an order or a person who receives one. */
const PERSONAL = /"(?:recipient|receiver|document|order)":/;

it('counts the orders in each answer with personal data, or gives a reason', () => {
  const operations: [string, Operation][] = Object.entries(DISPATCH_OPERATIONS);
  const found = operations.filter(
    ([, { response }]) =>
      response && ('stream' in response || PERSONAL.test(JSON.stringify(jsonSchema(response, 'output')))),
  );
  const listed = [...Object.keys(ORDERS_IN), ...Object.keys(UNCOUNTED)];
  expect(found.map(([id]) => id).toSorted()).toEqual(listed.toSorted());
});
