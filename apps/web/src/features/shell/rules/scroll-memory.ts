import { type Location } from 'react-router-dom';

/** Positions kept; a person goes back further than this only rarely. */
const LIMIT = 60;

/** Remembers how far down the panel was, per entry of the history. */
export class ScrollMemory {
  readonly #positions: Map<string, number>;

  /** @param saved what `serialise` gave; anything else counts as nothing. */
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

/** The key of every history entry that the router did not make: typed, bookmarked, or followed from another site. */
const UNNAMED = 'default';

/** @returns the key under which a history entry's position is saved: unnamed entries are told apart by their address. */
export const memoryKey = ({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>): string =>
  key === UNNAMED ? pathname + search : key;

/** @returns whether the browser has just loaded this entry anew, instead of reloading it or coming back to it. */
export function isFirstVisit({ key }: Pick<Location, 'key'>): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return key === UNNAMED && load?.type === 'navigate';
}

/**
 * What a navigation does to the panel. Back, forward and a reload restore the position; a replaced entry of the same page
 * (a search that goes into the address) leaves the panel alone; everything else, a first visit included, starts at the top.
 */
export function scrollAfter(
  type: 'POP' | 'PUSH' | 'REPLACE',
  { isSamePage, isFirstVisit }: { isSamePage: boolean; isFirstVisit: boolean },
): 'restore' | 'keep' | 'top' {
  if (type === 'POP') return isFirstVisit ? 'top' : 'restore';
  return type === 'REPLACE' && isSamePage ? 'keep' : 'top';
}
