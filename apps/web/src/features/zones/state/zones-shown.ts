import { createStore } from '#shared/state/store.ts';
import { tryStorage } from '#shared/state/try-storage.ts';

const KEY = 'despacho.map.zones';

const store = createStore(tryStorage(() => localStorage.getItem(KEY)) !== 'hidden');

/** Whether zones are drawn on the map; kept by this browser. */
export const zonesShown = {
  ...store,
  set: (isShown: boolean): void => {
    store.set(isShown);
    tryStorage(() => {
      if (isShown) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, 'hidden');
    });
  },
};
