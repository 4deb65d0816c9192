import { type EvidenceOfOrder } from '@despacho/contracts/dispatch';
import ImagePlus from 'lucide-react/icons/image-plus';
import { formatWeekday } from '#shared/format/format-day.ts';
import { workingDayIn } from '#shared/format/working-day.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { StateMark } from '#features/orders/components/StateMark.tsx';
import styles from './OrderHeading.module.css';
import { OrderLink } from './OrderLink.tsx';
import { SelectBox } from './SelectBox.tsx';

interface Props {
  /** Photos of the order, at least one. */
  photos: readonly EvidenceOfOrder[];
  selected: number;
  officeId: string;
  timeZone: string;
  onSelect: () => void;
  /** Undefined for people who may not add photos. */
  onUpload: (() => void) | undefined;
}

/** The heading of an order's photos. */
export function OrderHeading({ photos, selected, officeId, timeZone, onSelect, onUpload }: Props) {
  const newest = photos.at(-1);
  if (!newest) return null;
  const { order } = newest;
  return (
    <div className={styles['heading']}>
      <SelectBox
        label={`Seleccionar las fotos de ${order.code}`}
        checked={selected === photos.length}
        partly={selected > 0}
        onChange={onSelect}
      />
      <h2 className={styles['title']}>
        <OrderLink order={order} officeId={officeId} className={styles['code']} />
        <span className="truncate">{order.recipient}</span>
      </h2>
      <StateMark state={order.state} />
      <p className={styles['facts']}>
        {order.client.name} · {order.district.name} ·{' '}
        {formatWeekday(workingDayIn(timeZone, Date.parse(newest.takenAt)))}
      </p>
      {onUpload && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Subir fotos a ${order.code}`}
          icon={<ImagePlus size={16} aria-hidden="true" />}
          onClick={onUpload}
        >
          Subir fotos
        </Button>
      )}
    </div>
  );
}
