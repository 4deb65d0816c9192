import { type ComponentProps, type ReactNode } from 'react';
import { classes } from '../../shared/styles/classes.ts';
import { Button } from '../../shared/ui/Button/Button.tsx';
import styles from './Action.module.css';

interface Props extends Omit<ComponentProps<typeof Button>, 'variant' | 'size'> {
  tone?: 'main' | 'plain' | 'danger' | 'stop';
  children: ReactNode;
}

/** A button large enough for gloved hands. */
export function Action({ tone = 'main', className, ...rest }: Props) {
  return (
    <Button
      {...rest}
      variant={tone === 'main' || tone === 'stop' ? 'primary' : 'secondary'}
      className={classes(styles['action'], styles[tone], className)}
    />
  );
}
