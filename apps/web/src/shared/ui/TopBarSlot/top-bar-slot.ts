import { createContext } from 'react';

/** Where `TopBarSlot` puts its children; the shell provides it. */
export const TopBarSlotContext = createContext<HTMLElement | null>(null);
