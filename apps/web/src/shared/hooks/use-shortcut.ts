import { useEffect, useEffectEvent } from 'react';
import { focusPlace, isShortcut } from './shortcut.ts';

/**
 * Calls `handler` when `key` is pressed without modifiers and outside text inputs, or «Ctrl+s» anywhere.
 * @param key as in `KeyboardEvent.key`; undefined for none.
 * @param changesData true for a shortcut that works only in the table and the bars of actions (`ACTION_KEYS`).
 */
export function useShortcut(
  key: string | undefined,
  handler: (event: KeyboardEvent) => void,
  { changesData = false } = {},
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (key === undefined || !isShortcut(event, key, focusPlace(event.target), changesData)) return;
    event.preventDefault();
    handler(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
