import { Tooltip as Base } from '@base-ui/react/tooltip';
import { type ReactElement, useState } from 'react';
import styles from './Tooltip.module.css';

export interface TooltipProps {
  text: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Renders the trigger without a tooltip. */
  disabled?: boolean;
  /** The element it explains. It must have its own accessible name: a tooltip is visual only. */
  children: ReactElement;
}

/** A short explanation on hover and keyboard focus. Esc hides it and still reaches the surrounding dialog. */
export function Tooltip({ text, side = 'bottom', disabled = false, children }: TooltipProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Base.Root
      disabled={disabled}
      open={isOpen}
      onOpenChange={(open, details) => {
        if (details.reason === 'escape-key') {
          // Otherwise the tooltip would stop Esc from reaching its container.
          details.cancel();
          details.allowPropagation();
        }
        setOpen(open);
      }}
    >
      <Base.Trigger delay={350} render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className={styles['positioner']}>
          <Base.Popup className={styles['popup']}>{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
