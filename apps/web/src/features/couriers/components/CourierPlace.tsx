import { POSITION_HOURS } from '@despacho/contracts/dispatch';
import MapPin from 'lucide-react/icons/map-pin';
import { formatRelative } from '../../../shared/format/format-relative.ts';
import { useServerTime } from '../../../shared/hooks/use-server-time.ts';
import { usePosition } from '../../../shared/live/positions-store.ts';
import styles from './CourierItem.module.css';

/** Where a courier was last: «hace 2 min, Breña». Nothing for people without module M01, who receive no positions. */
export function CourierPlace({ courierId }: { courierId: string }) {
  const position = usePosition(courierId);
  const now = new Date(useServerTime());
  if (!position || now.getTime() - Date.parse(position.at) > POSITION_HOURS * 60 * 60_000) return null;
  const { at, district } = position;
  return (
    <span className={styles['what']}>
      <MapPin size={14} aria-hidden="true" />
      <span className={styles['fits']}>
        {formatRelative(at, now)}
        {district !== '' && `, ${district}`}
      </span>
    </span>
  );
}
