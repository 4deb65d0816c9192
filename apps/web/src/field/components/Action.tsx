import { type ComponentProps, type ReactNode } from 'react';
import { classes } from '#shared/styles/classes.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { openScreen, type Screen } from '../state/hash-route.ts';
import styles from './Action.module.css';

interface Props extends Omit<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> {
  tone?: 'main' | 'plain' | 'danger' | 'stop';
  /** The screen that it opens. */
  to?: Screen;
  children: ReactNode;
}

/** A button large enough for gloved hands. */
export function Action({ tone = 'main', to, onClick, ...rest }: Props) {
  return (
    <Button
      {...rest}
      variant={tone === 'main' || tone === 'stop' ? 'primary' : 'secondary'}
      className={classes(styles['action'], styles[tone])}
      onClick={(event) => {
        if (to) openScreen(to);
        onClick?.(event);
      }}
    />
  );
}
