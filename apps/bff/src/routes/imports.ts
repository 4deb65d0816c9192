import { ALL_ACCESS } from '@despacho/contracts/all';
import { LARGEST_BROKEN_LINES, LARGEST_IMPORT, LARGEST_IMPORT_PREVIEW } from '@despacho/contracts/dispatch';
import { capImports } from './cap-imports.ts';
import { IN_OFFICE } from './in-office.ts';
import { EXPORT_TIME_MS, FILE_TIME_MS, RECORD_ANSWER, SMALL_BODY } from './limits.ts';
import { type Routes } from './policy.ts';

type ImportRoutes = Routes<'imports.preview' | 'imports.commit' | 'imports.broken' | 'imports.template'>;

export const importRoutes: ImportRoutes = {
  'imports.preview': {
    ...IN_OFFICE,
    access: ALL_ACCESS['imports.preview'],
    limits: { request: LARGEST_IMPORT, answer: LARGEST_IMPORT_PREVIEW, time: FILE_TIME_MS },
    to: { upstream: 'operations', path: '/imports', credentials: 'assertion', withQuery: true, around: capImports },
  },
  'imports.commit': {
    ...IN_OFFICE,
    access: ALL_ACCESS['imports.commit'],
    repeatable: true,
    limits: { request: SMALL_BODY, answer: RECORD_ANSWER, time: FILE_TIME_MS },
    to: {
      upstream: 'operations',
      path: '/imports/:id/commit',
      credentials: 'assertion',
      withQuery: true,
      around: capImports,
    },
  },
  'imports.broken': {
    ...IN_OFFICE,
    access: ALL_ACCESS['imports.broken'],
    limits: { request: SMALL_BODY, answer: LARGEST_BROKEN_LINES, time: EXPORT_TIME_MS },
    to: { upstream: 'operations', path: '/imports/:id/broken', credentials: 'assertion', withQuery: true },
  },
  'imports.template': {
    ...IN_OFFICE,
    access: ALL_ACCESS['imports.template'],
    limits: { request: SMALL_BODY, answer: RECORD_ANSWER, time: FILE_TIME_MS },
    to: { upstream: 'operations', path: '/imports/template', credentials: 'assertion', withQuery: true },
  },
};
