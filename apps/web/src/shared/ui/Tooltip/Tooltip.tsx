import { cloneElement, type ReactElement } from 'react';
import { type Side } from './place-tooltip.ts';

export interface TooltipProps {
  text: string;
  side?: Side;
  /** Leaves the element without a tooltip. */
  disabled?: boolean;
  /** The element it explains. It must have its own accessible name: a tooltip is visual only. */
  children: ReactElement<{ 'data-tooltip'?: string | undefined; 'data-tooltip-side'?: Side | undefined }>;
}

/** A short explanation on hover and keyboard focus, which `TooltipLayer` shows: one for the page, not one per button. */
export function Tooltip({ text, side = 'bottom', disabled = false, children }: TooltipProps) {
  return cloneElement(children, {
    'data-tooltip': disabled ? undefined : text,
    'data-tooltip-side': disabled ? undefined : side,
  });
}
