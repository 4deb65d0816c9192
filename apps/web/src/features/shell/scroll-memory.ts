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

/**
 * What a navigation does to the panel. Back and forward (and a reload) return to where one was; a replaced entry of the
 * same page (a search typed into the address) leaves the panel alone; everything else starts at the top.
 */
export function scrollAfter(type: 'POP' | 'PUSH' | 'REPLACE', isSamePage: boolean): 'restore' | 'keep' | 'top' {
  if (type === 'POP') return 'restore';
  return type === 'REPLACE' && isSamePage ? 'keep' : 'top';
}
