import { Tooltip as Base } from '@base-ui/react/tooltip';
import { type ReactElement, useState } from 'react';
import styles from './Tooltip.module.css';

export interface TooltipProps {
  text: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Keeps the trigger as it is, without a tooltip. */
  disabled?: boolean;
  /** The one element it explains. It must carry its own accessible name: a tooltip is for eyes only. */
  children: ReactElement;
}

/** A short explanation on hover and on keyboard focus; Esc hides it, and closes what it would close without it. */
export function Tooltip({ text, side = 'bottom', disabled = false, children }: TooltipProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Base.Root
      disabled={disabled}
      open={isOpen}
      onOpenChange={(open, details) => {
        if (details.reason === 'escape-key') {
          // Left to itself it would keep the key from whatever the button stands in.
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
