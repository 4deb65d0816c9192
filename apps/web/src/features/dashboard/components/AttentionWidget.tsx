import { lazy, Suspense } from 'react';
import { chunk } from '#shared/http/chunk.ts';
import { afterFirstRows } from '#shared/state/first-rows.ts';
import { Card } from '#shared/ui/Card/Card.tsx';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import styles from './WidgetCard.module.css';

const AttentionCard = lazy(afterFirstRows(chunk(() => import('#features/attention/AttentionCard.tsx'))));

/** D04: «Por atender». */
export function AttentionWidget() {
  return (
    <Suspense
      fallback={
        <Card title="Por atender" className={styles['widget']}>
          <Skeletons label="Cargando lo que hay por atender" count={6} height={40} className={styles['loading']} />
        </Card>
      }
    >
      <AttentionCard />
    </Suspense>
  );
}

/** In its place for who acts on orders without D04. */
export function NoAttention() {
  return (
    <Card title="Por atender" className={styles['widget']}>
      <p className={styles['empty']}>
        Lo que se atrasa, se queda sin repartidor o no cuadra se ve con el módulo Por atender (D04). Se lo da, en
        Personas, quien tiene Permisos (G01) en su oficina.
      </p>
    </Card>
  );
}

/** D04 in the past: the causes of its lines are not stored, only acts of people on them. */
export function PastAttention() {
  return (
    <Card title="Por atender" className={styles['widget']}>
      <p className={styles['empty']}>
        Sin datos de esa hora: «Por atender» no se guarda minuto a minuto. Lo que ya se cerró está en la historia de
        «Por atender», al volver a ahora.
      </p>
    </Card>
  );
}
