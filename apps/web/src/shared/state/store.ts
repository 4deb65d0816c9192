import { useSyncExternalStore } from 'react';

/** A value outside the component tree that components can subscribe to. */
export interface ReadonlyStore<T> {
  /** @returns the current value, the same object until it changes. */
  get: () => T;
  /**
   * Calls `listener` after each change.
   * @returns a function that ends the subscription.
   */
  subscribe: (listener: () => void) => () => void;
}

export interface Store<T> extends ReadonlyStore<T> {
  /** Replaces the value and notifies subscribers, unless it is the same. */
  set: (next: T) => void;
}

/** Creates a store. Values are immutable: `set` a new Map or object instead of changing the current one. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Renders again whenever a store, or the selected part of it, changes.
 * @param select returns a primitive, or the same object until it changes.
 */
export function useStore<T>(store: ReadonlyStore<T>): T;
export function useStore<T, Selected>(store: ReadonlyStore<T>, select: (value: T) => Selected): Selected;
export function useStore<T>(store: ReadonlyStore<T>, select: (value: T) => unknown = (value) => value): unknown {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
