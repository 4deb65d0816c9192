import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Action, type Actions } from '../rules/action.ts';
import { keptActions, storeActions } from './kept-actions.ts';

const action = (id: string): Action => ({
  id,
  title: 'Anular',
  at: 0,
  codes: new Map(),
  steps: [
    {
      key: `key-${id}`,
      request: { id: 'assignments.cancel', body: { why: 'Repetida', orders: [{ id: '3', version: 1 }] } },
      progress: { state: 'unknown', failure: null },
    },
  ],
});
const actions = (...ids: string[]): ReadonlyMap<string, Actions> =>
  new Map([['LIMA', { all: ids.map(action), shownId: ids[0] ?? null }]]);
const idsOf = (kept: Map<string, Actions>) => kept.get('LIMA')?.all.map(({ id }) => id);

/** Storage with a size limit in characters. */
class SmallStorage {
  readonly #texts = new Map<string, string>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }
  getItem(key: string): string | null {
    return this.#texts.get(key) ?? null;
  }
  setItem(key: string, text: string): void {
    if (text.length > this.#max) throw new DOMException('Full', 'QuotaExceededError');
    this.#texts.set(key, text);
  }
}

describe('stored actions', () => {
  beforeEach(() => {
    vi.stubGlobal('sessionStorage', new SmallStorage(1_000_000));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('are restored for the same user, with the open receipt', () => {
    storeActions('ana', actions('b', 'a'));
    expect(keptActions('ana')).toEqual(actions('b', 'a'));
    expect(keptActions('luis')).toEqual(new Map());
  });

  it('keep the newest if they do not all fit', () => {
    vi.stubGlobal('sessionStorage', new SmallStorage(700));
    storeActions('ana', actions('d', 'c', 'b', 'a'));
    expect(idsOf(keptActions('ana'))).toEqual(['d', 'c']);
  });

  it('are empty without storage or with invalid data', () => {
    sessionStorage.setItem(
      'despacho.receipts',
      '{"person":"ana","offices":[{"officeId":"LIMA","all":[{}],"shownId":null}]}',
    );
    expect(keptActions('ana')).toEqual(new Map());
    vi.stubGlobal('sessionStorage', undefined);
    storeActions('ana', actions('a'));
    expect(keptActions('ana')).toEqual(new Map());
  });
});
