import { createStore, useStore } from '#shared/state/store.ts';

/** The order under the pointer, in the table or on the map; the other one shows it as well. */
export const hoveredOrder = createStore<string | null>(null);

export const hoverOrder = hoveredOrder.set;

/** @returns whether the pointer is on this order. Only the rows affected render again. */
export const useIsHovered = (id: string): boolean => useStore(hoveredOrder, (hoveredId) => hoveredId === id);
