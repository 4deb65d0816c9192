import { createContext } from 'react';

/** Container of `TopBarSlot`'s children, provided by the shell. */
export const TopBarSlotContext = createContext<HTMLElement | null>(null);
