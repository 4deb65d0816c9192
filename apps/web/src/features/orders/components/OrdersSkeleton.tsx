import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import styles from './OrdersSkeleton.module.css';

const ROWS = 16;

/** The orders on their way. */
export function OrdersSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Cargando las órdenes" className={styles['rows']}>
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className={styles['row']}>
          <Skeleton width={17} height={17} />
          <Skeleton width={88} />
          <Skeleton width={96} />
          <Skeleton width={92} height={22} />
          <Skeleton width={`${18 + ((row * 7) % 12)}%`} />
          <Skeleton width={`${8 + ((row * 3) % 6)}%`} />
        </div>
      ))}
    </div>
  );
}
