import { ALL_ACCESS } from '@despacho/contracts/all';
import { LIST_ANSWER, RECORD_ANSWER, SMALL_BODY } from './limits.ts';
import { IN_OFFICE } from './in-office.ts';
import { type Routes } from './policy.ts';

const limits = { request: SMALL_BODY, answer: LIST_ANSWER };

type OrderRoutes = Routes<
  'orders.list' | 'orders.counts' | 'orders.states' | 'orders.clients' | 'orders.read' | 'orders.create' | 'orders.edit'
>;

export const orderRoutes: OrderRoutes = {
  'orders.list': {
    ...IN_OFFICE,
    access: ALL_ACCESS['orders.list'],
    limits,
    to: { upstream: 'operations', path: '/orders', credentials: 'assertion', withQuery: true },
  },
  'orders.counts': {
    ...IN_OFFICE,
    access: ALL_ACCESS['orders.counts'],
    limits,
    to: { upstream: 'operations', path: '/orders/counts', credentials: 'assertion', withQuery: true },
  },
  'orders.states': {
    ...IN_OFFICE,
    access: ALL_ACCESS['orders.states'],
    limits: { request: SMALL_BODY, answer: RECORD_ANSWER },
    to: { upstream: 'operations', path: '/orders/states', credentials: 'assertion', withQuery: true },
  },
  'orders.clients': {
    ...IN_OFFICE,
    access: ALL_ACCESS['orders.clients'],
    limits,
    to: { upstream: 'operations', path: '/orders/clients', credentials: 'assertion', withQuery: true },
  },
  'orders.read': {
    ...IN_OFFICE,
    access: ALL_ACCESS['orders.read'],
    limits,
    to: { upstream: 'operations', path: '/orders/:id', credentials: 'assertion', withQuery: true },
  },
  'orders.create': {
    ...IN_OFFICE,
    access: ALL_ACCESS['orders.create'],
    repeatable: true,
    limits,
    to: { upstream: 'operations', path: '/orders', credentials: 'assertion', withQuery: true },
  },
  'orders.edit': {
    ...IN_OFFICE,
    access: ALL_ACCESS['orders.edit'],
    limits,
    to: { upstream: 'operations', path: '/orders/:id', credentials: 'assertion', withQuery: true },
  },
};
