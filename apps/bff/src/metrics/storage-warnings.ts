import { addLast } from '@despacho/server/add-last';
import { type STORAGE_WARNINGS } from '@despacho/contracts';

type Percent = (typeof STORAGE_WARNINGS)[number];

/** Open pages read the figures every five minutes; a company without open pages is forgotten after an hour. */
const KEPT_MS = 60 * 60_000;
/** Companies above a warning that are remembered. The oldest is dropped first. */
const MAX_COMPANIES = 1000;

/** Which companies' storage was nearly full when the gateway last saw their figures. */
export class StorageWarnings {
  readonly #now: () => number;
  /** By tax id, the newest last. */
  readonly #seen = new Map<string, { percent: Percent; at: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param percent the warning that the company has reached; undefined without one. */
  note(taxId: string, percent: Percent | undefined): void {
    if (percent === undefined) this.#seen.delete(taxId);
    else addLast(this.#seen, taxId, { percent, at: this.#now() }, MAX_COMPANIES);
  }

  /** @returns how many companies have reached this warning or a higher one. */
  count(percent: Percent): number {
    const since = this.#now() - KEPT_MS;
    return [...this.#seen.values()].filter((seen) => seen.percent >= percent && seen.at > since).length;
  }
}
