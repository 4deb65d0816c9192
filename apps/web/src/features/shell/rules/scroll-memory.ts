import { type Location } from 'react-router-dom';

/** Maximum number of stored positions. */
const LIMIT = 60;

/** Scroll position of the panel per history entry. */
export class ScrollMemory {
  readonly #positions: Map<string, number>;

  /** @param saved result of `serialise`; anything else is ignored. */
  constructor(saved?: string | null) {
    this.#positions = new Map(parse(saved));
  }

  save(key: string, top: number): void {
    this.#positions.delete(key);
    this.#positions.set(key, top);
    const [oldest] = this.#positions.keys();
    if (this.#positions.size > LIMIT && oldest !== undefined) this.#positions.delete(oldest);
  }

  of(key: string): number {
    return this.#positions.get(key) ?? 0;
  }

  serialise(): string {
    return JSON.stringify([...this.#positions]);
  }
}

function parse(saved: string | null | undefined): [string, number][] {
  try {
    const value: unknown = JSON.parse(saved ?? '[]');
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const isEntry = (entry: unknown): entry is [string, number] =>
  Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string' && typeof entry[1] === 'number';

/** Key of history entries not created by the router: typed, bookmarked, or opened from another site. */
const UNNAMED = 'default';

/** @returns the key for a history entry's position: the URL if the router did not create the entry. */
export const memoryKey = ({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>): string =>
  key === UNNAMED ? pathname + search : key;

/** @returns whether the browser opened this entry by a new navigation, as opposed to a reload or going back. */
export function isFirstVisit({ key }: Pick<Location, 'key'>): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return key === UNNAMED && load?.type === 'navigate';
}

/**
 * How a navigation scrolls the panel. Back, forward and reload restore the position; replacing an entry of the same
 * page, such as a search in the URL, keeps it; everything else starts at the top, including a first visit.
 */
export function scrollAfter(
  type: 'POP' | 'PUSH' | 'REPLACE',
  { isSamePage, isFirstVisit }: { isSamePage: boolean; isFirstVisit: boolean },
): 'restore' | 'keep' | 'top' {
  if (type === 'POP') return isFirstVisit ? 'top' : 'restore';
  return type === 'REPLACE' && isSamePage ? 'keep' : 'top';
}
