import { createStore, useStore } from '../../../shared/state/store.ts';

/** The order under the pointer, in the table or on the map; the other one shows it as well. */
const hovered = createStore<string | null>(null);

/** Sets the order the pointer is on; null for none. */
export const hoverOrder = hovered.set;

/** @returns the order under the pointer. */
export const useHoveredOrder = (): string | null => useStore(hovered);

/** @returns whether the pointer is on this order. Only the rows affected render again. */
export const useIsHovered = (id: string): boolean => useStore(hovered, (hoveredId) => hoveredId === id);
