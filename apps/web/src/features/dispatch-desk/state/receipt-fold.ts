import { createStore, useStore } from '../../../shared/state/store.ts';

const KEY = 'despacho.assignment.receipt';

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === 'folded';
  } catch {
    return false;
  }
}

const store = createStore(remembered());

function keep(isFolded: boolean): void {
  store.set(isFolded);
  try {
    if (isFolded) localStorage.setItem(KEY, 'folded');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
}

/** @returns whether receipts are folded to one line, remembered in this browser, and a function to change it. */
export const useReceiptFold = (): [isFolded: boolean, fold: (isFolded: boolean) => void] => [useStore(store), keep];
