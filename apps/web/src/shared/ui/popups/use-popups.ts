import { type RefObject, useEffect, useRef, useState } from 'react';
import { chunk } from '../../http/chunk.ts';
import { createStore, useStore } from '../../state/store.ts';
import type * as AllPopups from './popups.ts';

export type Popups = typeof AllPopups;

const popups = createStore<Popups | undefined>(undefined);

const load = chunk(() => import('./popups.ts'));

/** Loads the code of popups, once. @throws ChunkFailure after the last try. */
export async function loadPopups(): Promise<void> {
  popups.set(popups.get() ?? (await load()));
}

/** The keys that open a popup, in addition to those that press a button. */
const OPENING_KEYS = new Set(['ArrowDown', 'ArrowUp']);

/**
 * For a button whose popup needs much code: until its first use it is a plain button, with `placeholder`; then it is the
 * trigger from `parts`, which opens as soon as the code is there.
 * @param trigger of the button and of the trigger.
 */
export function usePopups() {
  const trigger = useRef<HTMLButtonElement>(null);
  const parts = useStore(popups);
  const [isUsed, setUsed] = useState(false);
  const isOpening = useRef(false);
  const isReady = isUsed && parts !== undefined;
  useEffect(() => {
    if (!isReady || !isOpening.current) return;
    isOpening.current = false;
    trigger.current?.focus();
    trigger.current?.click();
  }, [isReady]);
  const open = (): void => {
    if (isOpening.current) return;
    isOpening.current = true;
    // After this event, which would otherwise reach the listeners of the open popup and close it again.
    setTimeout(() => setUsed(true));
    loadPopups().catch(() => {
      isOpening.current = false;
      setUsed(false);
    });
  };
  return {
    trigger,
    parts: isUsed ? parts : undefined,
    placeholder: {
      ref: trigger,
      type: 'button',
      'aria-expanded': false,
      'aria-busy': isUsed || undefined,
      onClick: open,
      onKeyDown: (event: { key: string; preventDefault: () => void }) => {
        if (!OPENING_KEYS.has(event.key)) return;
        event.preventDefault();
        open();
      },
    },
  } as const satisfies { trigger: RefObject<HTMLButtonElement | null>; [name: string]: unknown };
}
