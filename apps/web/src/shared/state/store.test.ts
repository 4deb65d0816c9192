import { expect, it, vi } from 'vitest';
import { createStore } from './store.ts';

it('notifies subscribers of each new value until they unsubscribe', () => {
  const store = createStore<readonly string[]>([]);
  const listener = vi.fn(() => store.get());
  const stop = store.subscribe(listener);
  store.set(['a']);
  expect(listener).toHaveReturnedWith(['a']);
  stop();
  store.set(['b']);
  expect(listener).toHaveBeenCalledOnce();
  expect(store.get()).toEqual(['b']);
});

it('does not notify when the value stays the same', () => {
  const store = createStore(0);
  const listener = vi.fn();
  store.subscribe(listener);
  store.set(0);
  expect(listener).not.toHaveBeenCalled();
});
