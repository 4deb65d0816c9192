import * as z from 'zod/mini';
import { RECEIPTS_KEY } from '../../session/state/stored.ts';
import { type Actions } from '../rules/action.ts';
import { actionOf, actionRecord, recordOf } from '../rules/action-record.ts';

const kept = z.object({
  person: z.string(),
  offices: z.array(z.object({ officeId: z.string(), shownId: z.nullable(z.string()), all: z.array(actionRecord) })),
});

/**
 * @param person whose it has to be: of anybody else nothing is brought back.
 * @returns what the tab has kept of a person's actions, by office. Nothing where what is kept cannot be made out.
 */
export function readKept(person: string): Map<string, Actions> {
  try {
    const read = kept.parse(JSON.parse(sessionStorage.getItem(RECEIPTS_KEY) ?? ''));
    if (read.person !== person) return new Map();
    return new Map(read.offices.map(({ officeId, shownId, all }) => [officeId, { shownId, all: all.map(actionOf) }]));
  } catch {
    return new Map();
  }
}

/** Keeps a person's actions in this tab over a reload. Where they do not all fit, the older half goes first. */
export function keep(person: string, offices: ReadonlyMap<string, Actions>): void {
  const most = Math.max(0, ...[...offices.values()].map(({ all }) => all.length));
  for (let count = most; count > 0; count = Math.floor(count / 2)) {
    const some = Array.from(offices, ([officeId, { shownId, all }]) => ({
      officeId,
      shownId,
      all: all.slice(0, count).map(recordOf),
    }));
    try {
      sessionStorage.setItem(RECEIPTS_KEY, JSON.stringify({ person, offices: some }));
      return;
    } catch {
      // Too much, or the browser keeps nothing at all.
    }
  }
}
