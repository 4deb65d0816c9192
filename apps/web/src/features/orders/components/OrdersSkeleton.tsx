import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { classes } from '#shared/styles/classes.ts';
import styles from './OrdersSkeleton.module.css';

const ROWS = 16;

/** Placeholder while the orders load. */
export function OrdersSkeleton({ isCard }: { isCard: boolean }) {
  return (
    <div role="status" aria-busy="true" aria-label="Cargando las órdenes" className={styles['rows']}>
      {Array.from({ length: ROWS }, (_, row) =>
        isCard ? (
          <div key={row} className={classes(styles['row'], styles['card'])}>
            <Skeleton width={20} height={20} />
            <div className={styles['lines']}>
              <Skeleton width={`${42 + ((row * 7) % 24)}%`} />
              <Skeleton width={`${58 + ((row * 5) % 20)}%`} />
            </div>
            <Skeleton width={92} height={22} />
          </div>
        ) : (
          <div key={row} className={styles['row']}>
            <Skeleton width={17} height={17} />
            <Skeleton width={88} />
            <Skeleton width={96} />
            <Skeleton width={92} height={22} />
            <Skeleton width={`${18 + ((row * 7) % 12)}%`} />
            <Skeleton width={`${8 + ((row * 3) % 6)}%`} />
          </div>
        ),
      )}
    </div>
  );
}
