import { useSyncExternalStore } from 'react';

/** The order under somebody's pointer, in the table or on the map: the other one shows it as well. */
let hovered: string | null = null;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Says which order the pointer is on; null when it is on none. */
export function hoverOrder(id: string | null): void {
  if (id === hovered) return;
  hovered = id;
  for (const listener of listeners) listener();
}

/** @returns the order the pointer is on, anywhere on the page. */
export const useHoveredOrder = (): string | null => useSyncExternalStore(subscribe, () => hovered);

/** @returns whether the pointer is on this order: a row asks only for itself, so that no other is drawn anew. */
export const useIsHovered = (id: string): boolean => useSyncExternalStore(subscribe, () => hovered === id);
