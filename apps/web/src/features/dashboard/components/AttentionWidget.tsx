import { lazy, Suspense } from 'react';
import { Card } from '../../../shared/ui/Card/Card.tsx';
import { Skeletons } from '../../../shared/ui/Skeleton/Skeleton.tsx';

/** Loaded after the first figures. */
const AttentionCard = lazy(() => import('../../attention/AttentionCard.tsx'));

/** D04: «Por atender». */
export function AttentionWidget() {
  return (
    <Suspense
      fallback={
        <Card title="Por atender">
          <Skeletons label="Cargando lo que hay por atender" count={6} height={50} />
        </Card>
      }
    >
      <AttentionCard />
    </Suspense>
  );
}
