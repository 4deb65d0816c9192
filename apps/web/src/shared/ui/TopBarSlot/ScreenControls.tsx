import { type ReactNode } from 'react';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import { classes } from '../../styles/classes.ts';
import styles from './ScreenControls.module.css';
import { TopBarSlot } from './TopBarSlot.tsx';

/**
 * Controls of a screen whose code loads after its page: in the top bar, and in narrow windows above the content. There
 * the bar has no room for them, and would grow and move everything below it.
 * @param className of the row above the content.
 */
export function ScreenControls({ children, className }: { children: ReactNode; className?: string | undefined }) {
  const isNarrow = useMediaQuery('(width < 80em)');
  return isNarrow ? (
    <div className={classes(styles['controls'], className)}>{children}</div>
  ) : (
    <TopBarSlot>{children}</TopBarSlot>
  );
}
