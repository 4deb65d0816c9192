import { ALL_ACCESS, type AnyOperationId } from '@despacho/contracts/all';
import { IN_OFFICE } from './in-office.ts';
import { BULK_BODY, LIST_ANSWER } from './limits.ts';
import { type Routes } from './policy.ts';

const limits = { request: BULK_BODY, answer: LIST_ANSWER };

type AssignmentRoutes = Routes<Extract<AnyOperationId, `assignments.${string}`>>;

/** Changes of many orders at once. What cannot be taken back within seconds needs charge S. */
export const assignmentRoutes: AssignmentRoutes = {
  'assignments.assign': {
    ...IN_OFFICE,
    access: ALL_ACCESS['assignments.assign'],
    repeatable: true,
    limits,
    to: { upstream: 'operations', path: '/assignments', credentials: 'assertion', withQuery: true },
  },
  'assignments.unassign': {
    ...IN_OFFICE,
    access: ALL_ACCESS['assignments.unassign'],
    repeatable: true,
    limits,
    to: { upstream: 'operations', path: '/assignments/unassign', credentials: 'assertion', withQuery: true },
  },
  'assignments.moveLoad': {
    ...IN_OFFICE,
    access: ALL_ACCESS['assignments.moveLoad'],
    repeatable: true,
    limits,
    to: { upstream: 'operations', path: '/assignments/move-load', credentials: 'assertion', withQuery: true },
  },
  'assignments.changeState': {
    ...IN_OFFICE,
    access: ALL_ACCESS['assignments.changeState'],
    repeatable: true,
    limits,
    to: { upstream: 'operations', path: '/assignments/state', credentials: 'assertion', withQuery: true },
  },
  'assignments.cancel': {
    ...IN_OFFICE,
    access: ALL_ACCESS['assignments.cancel'],
    charge: 'S',
    repeatable: true,
    limits,
    to: { upstream: 'operations', path: '/assignments/cancel', credentials: 'assertion', withQuery: true },
  },
  'assignments.correct': {
    ...IN_OFFICE,
    access: ALL_ACCESS['assignments.correct'],
    charge: 'S',
    repeatable: true,
    limits,
    to: { upstream: 'operations', path: '/assignments/correct', credentials: 'assertion', withQuery: true },
  },
  'assignments.undo': {
    ...IN_OFFICE,
    access: ALL_ACCESS['assignments.undo'],
    repeatable: true,
    limits,
    to: { upstream: 'operations', path: '/assignments/undo', credentials: 'assertion', withQuery: true },
  },
  'assignments.suggest': {
    ...IN_OFFICE,
    access: ALL_ACCESS['assignments.suggest'],
    limits,
    to: { upstream: 'operations', path: '/assignments/suggest', credentials: 'assertion', withQuery: true },
  },
  'assignments.reorder': {
    ...IN_OFFICE,
    access: ALL_ACCESS['assignments.reorder'],
    repeatable: true,
    limits,
    to: { upstream: 'operations', path: '/couriers/:id/stops', credentials: 'assertion', withQuery: true },
  },
};
