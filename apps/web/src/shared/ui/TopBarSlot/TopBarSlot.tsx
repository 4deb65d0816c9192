import { use, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { TopBarSlotContext } from './top-bar-slot.ts';

/** Renders a screen's controls in the top bar, left of the shell's. On phones they form a second row. */
export function TopBarSlot({ children }: { children: ReactNode }) {
  const slot = use(TopBarSlotContext);
  return slot === null ? null : createPortal(children, slot);
}
