import { type Visit } from '@despacho/contracts/dispatch';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import styles from './OrderVisits.module.css';

interface Props {
  place: NonNullable<Visit['place']>;
  /** The point of the order's address. */
  address: { lat: number; lng: number; approximate: boolean };
}

const loadMap = () => import('./VisitMap.tsx');

/** Where a visit was closed, beside the order's address. Loaded lazily, because it imports Leaflet. */
export function PlaceMap({ place, address }: Props) {
  const part = useLazyModule(loadMap);
  return (
    <figure className={styles['figure']}>
      <div className={styles['map']}>
        {part ? <part.VisitMap at={place} address={address} /> : <Skeleton height="100%" />}
      </div>
      <figcaption className={styles['legend']}>
        <span className={styles['dot']} aria-hidden="true" /> Donde se cerró
        <span className={styles['drop']} aria-hidden="true" />{' '}
        {address.approximate ? 'Dirección aproximada' : 'Dirección'}
      </figcaption>
    </figure>
  );
}
