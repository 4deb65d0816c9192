import { type Access } from '../access.ts';
import { exportOperations } from './exports.ts';
import { historyOperations } from './history.ts';
import { importOperations } from './imports.ts';
import { presenceOperations } from './presence.ts';
import { viewOperations } from './views.ts';

/** What a dispatcher's desk has besides orders and couriers: files in and out, views kept, who is at what, and what was done. */
export const DESK_OPERATIONS = {
  ...importOperations,
  ...exportOperations,
  ...viewOperations,
  ...presenceOperations,
  ...historyOperations,
};

export type DeskOperationId = keyof typeof DESK_OPERATIONS;

/** A full export wants charge S as well, which depends on its filter: `isFullExport`. */
export const DESK_ACCESS = {
  'imports.preview': ['U01'],
  'imports.commit': ['U01'],
  'imports.broken': ['U01'],
  'imports.template': ['U01'],
  'exports.prepare': ['U01'],
  'exports.download': ['U01'],
  'views.list': ['U01'],
  'views.create': ['U01'],
  'views.edit': ['U01'],
  'views.remove': ['U01'],
  'presence.tell': ['U01'],
  'events.history': ['U01'],
} as const satisfies Record<DeskOperationId, Access>;

/** Those that answer a file to keep: sent as an attachment, and opened from a link. */
export const DOWNLOADS: readonly DeskOperationId[] = ['imports.broken', 'imports.template', 'exports.download'];

/** Those that need an `Idempotency-Key`. */
export const REPEATABLE_DESK_OPERATIONS: readonly DeskOperationId[] = ['imports.commit'];
