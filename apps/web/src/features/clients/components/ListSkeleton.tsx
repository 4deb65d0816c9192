import { Skeleton } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import styles from './ListSkeleton.module.css';

const ROWS = 14;

export function ListSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Cargando los clientes" className={styles['list']}>
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className={styles['row']}>
          <Skeleton width={`${18 + ((row * 7) % 12)}%`} />
          <Skeleton width="9%" />
          <Skeleton width="10%" />
          <Skeleton width={`${9 + ((row * 3) % 5)}%`} />
        </div>
      ))}
    </div>
  );
}
