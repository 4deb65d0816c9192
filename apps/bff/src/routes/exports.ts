import { ALL_ACCESS } from '@despacho/contracts/all';
import { IN_OFFICE } from './in-office.ts';
import { BULK_BODY, EXPORT_ANSWER, EXPORT_TIME_MS, RECORD_ANSWER, SMALL_BODY } from './limits.ts';
import { logDownload, openTicket } from './open-ticket.ts';
import { type Routes } from './policy.ts';
import { prepareExport } from './prepare-export.ts';

export const exportRoutes: Routes<'exports.prepare' | 'exports.download'> = {
  'exports.prepare': {
    ...IN_OFFICE,
    access: ALL_ACCESS['exports.prepare'],
    limits: { request: BULK_BODY, answer: RECORD_ANSWER },
    to: {
      upstream: 'operations',
      path: '/exports',
      credentials: 'assertion',
      withQuery: true,
      around: prepareExport,
    },
  },
  'exports.download': {
    ...IN_OFFICE,
    access: ALL_ACCESS['exports.download'],
    limits: { request: SMALL_BODY, answer: EXPORT_ANSWER, time: EXPORT_TIME_MS },
    to: { upstream: 'operations', path: '/exports', credentials: 'assertion', queryFor: openTicket, sent: logDownload },
  },
};
