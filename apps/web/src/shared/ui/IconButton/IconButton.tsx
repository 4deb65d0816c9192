import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classes } from '../../styles/classes.ts';
import styles from './IconButton.module.css';
import { Tooltip, type TooltipProps } from '../Tooltip/Tooltip.tsx';

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  /** Accessible name, and text of the tooltip. */
  label: string;
  icon: ReactNode;
  variant?: 'outline' | 'plain' | 'ink';
  tooltipSide?: TooltipProps['side'];
}

/** A square button with only an icon. */
export function IconButton({
  label,
  icon,
  variant = 'outline',
  tooltipSide = 'bottom',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} side={tooltipSide}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className={classes(styles['button'], styles[variant], className)}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
