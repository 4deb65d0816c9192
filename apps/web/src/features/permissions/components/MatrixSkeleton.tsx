import { MODULE_CODES } from '@despacho/contracts';
import { Skeleton } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import styles from './MatrixSkeleton.module.css';

const ROWS = 12;

export function MatrixSkeleton() {
  return (
    <div aria-busy="true" aria-label="Cargando los usuarios" role="status" className={styles['skeleton']}>
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className={styles['row']}>
          <Skeleton width={28} height={28} />
          <Skeleton width={`${14 + ((row * 5) % 9)}%`} />
          <span className={styles['boxes']}>
            {MODULE_CODES.map((module) => (
              <Skeleton key={module} width={22} height={22} />
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}
