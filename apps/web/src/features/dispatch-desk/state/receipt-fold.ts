import { createStore, useStore } from '#shared/state/store.ts';
import { readStored, writeStored } from '#shared/state/browser-storage.ts';

const store = createStore(readStored('despacho.assignment.receipt') === 'folded');

function keep(isFolded: boolean): void {
  store.set(isFolded);
  writeStored(isFolded ? 'folded' : null, 'despacho.assignment.receipt');
}

/** @returns whether receipts are folded to one line, remembered in this browser, and a function to change it. */
export const useReceiptFold = (): [isFolded: boolean, fold: (isFolded: boolean) => void] => [useStore(store), keep];
