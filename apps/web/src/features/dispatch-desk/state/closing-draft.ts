import { COLLECTION_MEANS_CODES, DIFFERENCE_REASONS, REACHED_BY_CLOSE } from '@despacho/contracts/dispatch';
import * as z from 'zod/mini';
import { readStored, writeStored } from '#shared/state/browser-storage.ts';
import { type Entries } from '../rules/closing.ts';

const entry = z.object({
  to: z.enum(REACHED_BY_CLOSE),
  reason: z.string(),
  paid: z.partialRecord(z.enum(COLLECTION_MEANS_CODES), z.string()),
  difference: z.string(),
  time: z.string(),
});

const drafts = z.object({
  person: z.string(),
  day: z.string(),
  /** Entries by order id, by office and courier. */
  routes: z.record(z.string(), z.array(z.tuple([z.string(), entry]))),
});

/** A person's closing of a courier's route on a day of the office. */
interface DraftKey {
  person: string;
  officeId: string;
  courierId: string;
  day: string;
}

type Routes = z.infer<typeof drafts>['routes'];

const routeOf = ({ officeId, courierId }: DraftKey): string => `${officeId} ${courierId}`;

/** @returns the routes of the person and day. Erases those of another person or day. */
function readRoutes({ person, day }: DraftKey): Routes {
  try {
    const read = drafts.parse(JSON.parse(readStored('despacho.closings') ?? ''));
    if (read.person === person && read.day === day) return read.routes;
    writeStored(null, 'despacho.closings');
    return {};
  } catch {
    return {};
  }
}

const isCommon = (difference: string): boolean => DIFFERENCE_REASONS.some((each) => each === difference);

/** @returns what this tab had entered and not saved; empty if missing or invalid. */
export const readDraft = (key: DraftKey): Entries => new Map(readRoutes(key)[routeOf(key)]);

/**
 * Stores the entries of this tab across reloads and crashes, and erases it if there are no entries. Free-text reasons
 * are omitted: they may contain personal data.
 */
export function storeDraft(key: DraftKey, entries: Entries): void {
  const { [routeOf(key)]: _, ...others } = readRoutes(key);
  const mine = Array.from(
    entries,
    ([id, each]) => [id, { ...each, difference: isCommon(each.difference) ? each.difference : '' }] as const,
  );
  const routes = mine.length === 0 ? others : { ...others, [routeOf(key)]: mine };
  const isEmpty = Object.keys(routes).length === 0;
  writeStored(isEmpty ? null : JSON.stringify({ person: key.person, day: key.day, routes }), 'despacho.closings');
}
