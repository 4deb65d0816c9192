import { createStore, useStore } from '#shared/state/store.ts';
import { tryStorage } from '#shared/state/try-storage.ts';

const KEY = 'despacho.assignment.receipt';

const store = createStore(tryStorage(() => localStorage.getItem(KEY)) === 'folded');

function keep(isFolded: boolean): void {
  store.set(isFolded);
  tryStorage(() => {
    if (isFolded) localStorage.setItem(KEY, 'folded');
    else localStorage.removeItem(KEY);
  });
}

/** @returns whether receipts are folded to one line, remembered in this browser, and a function to change it. */
export const useReceiptFold = (): [isFolded: boolean, fold: (isFolded: boolean) => void] => [useStore(store), keep];
