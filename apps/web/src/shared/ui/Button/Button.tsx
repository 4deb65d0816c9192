import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classes } from '../../styles/classes.ts';
import styles from './Button.module.css';

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'md' | 'sm';
  /** Pending: the button keeps its focus and width, and ignores clicks. */
  loading?: boolean;
  icon?: ReactNode;
}

/** A button; `type="button"` by default. */
export function Button({
  variant = 'secondary',
  size = 'md',
  loading = false,
  icon,
  children,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classes(styles['button'], styles[variant], styles[size], loading && styles['loading'], className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={(event) => {
        if (loading) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon !== undefined && <span className={styles['icon']}>{icon}</span>}
      {children !== undefined && <span className={styles['label']}>{children}</span>}
      {loading && <span className={styles['spinner']} aria-hidden="true" />}
    </button>
  );
}
