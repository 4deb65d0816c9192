import type { CSSProperties } from 'react';
import { classes } from '../../styles/classes.ts';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  className?: string | undefined;
}

/** A grey placeholder while content loads. Hidden from screen readers: mark the region `aria-busy`. */
export function Skeleton({ width = '100%', height = 14, className }: SkeletonProps) {
  return <span className={classes(styles['skeleton'], className)} style={{ width, height }} aria-hidden="true" />;
}
