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

interface SkeletonsProps {
  /** The loading message: «Cargando el día». */
  label: string;
  count?: number;
  height: number;
  className?: string | undefined;
}

/** Skeletons of the same height while a list or a page loads. */
export function Skeletons({ label, count = 1, height, className }: SkeletonsProps) {
  return (
    <div role="status" aria-busy="true" aria-label={label} className={className}>
      {Array.from({ length: count }, (_, place) => (
        <Skeleton key={place} height={height} />
      ))}
    </div>
  );
}
