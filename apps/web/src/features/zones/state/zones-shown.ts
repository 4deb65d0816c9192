import { createStore } from '#shared/state/store.ts';
import { readStored, writeStored } from '#shared/state/browser-storage.ts';

const store = createStore(readStored('despacho.map.zones') !== 'hidden');

/** Whether zones are drawn on the map; kept by this browser. */
export const zonesShown = {
  ...store,
  set: (isShown: boolean): void => {
    store.set(isShown);
    writeStored(isShown ? null : 'hidden', 'despacho.map.zones');
  },
};
