import * as z from 'zod/mini';
import { readStored, writeStored } from '#shared/state/browser-storage.ts';
import { type Actions } from '../rules/action.ts';
import { actionOf, actionRecord, recordOf } from '../rules/action-record.ts';

const storedActions = z.object({
  person: z.string(),
  offices: z.array(z.object({ officeId: z.string(), shownId: z.nullable(z.string()), all: z.array(actionRecord) })),
});

/**
 * @param person the expected owner: another user's actions are not returned.
 * @returns the user's actions in this tab, by office; empty if missing or invalid.
 */
export function keptActions(person: string): Map<string, Actions> {
  try {
    const read = storedActions.parse(JSON.parse(readStored('despacho.receipts') ?? ''));
    if (read.person !== person) return new Map();
    return new Map(read.offices.map(({ officeId, shownId, all }) => [officeId, { shownId, all: all.map(actionOf) }]));
  } catch {
    return new Map();
  }
}

/** Stores a user's actions in this tab across reloads. If they do not fit, drops the older half until they do. */
export function storeActions(person: string, offices: ReadonlyMap<string, Actions>): void {
  const longest = Math.max(0, ...[...offices.values()].map(({ all }) => all.length));
  for (let count = longest; count > 0; count = Math.floor(count / 2)) {
    const some = Array.from(offices, ([officeId, { shownId, all }]) => ({
      officeId,
      shownId,
      all: all.slice(0, count).map(recordOf),
    }));
    if (writeStored(JSON.stringify({ person, offices: some }), 'despacho.receipts')) return;
  }
}
