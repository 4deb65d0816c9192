import { ORDER_STATES } from '@despacho/contracts/dispatch';
import { DomEvent } from 'leaflet';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../../format/format-number.ts';
import { Avatar } from '../../ui/Avatar/Avatar.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { withinText } from '../exactness-text.ts';
import { MarkShape } from './MarkShape.tsx';
import { type CourierMark } from './map-scene.ts';
import { type OrderMark } from './order-mark.ts';
import styles from './OrdersMap.module.css';

/** What one place or the rest of the map holds. */
export interface Stack {
  marks: readonly OrderMark[];
  couriers: readonly CourierMark[];
  /** «en este lugar». */
  where: string;
}

interface Props extends Stack {
  selected: ReadonlySet<string>;
  onPick: (mark: OrderMark, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => void;
  onPickCourier: (courier: CourierMark) => void;
  onClose: () => void;
}

const counted = (count: number, one: string, many: string): string[] => {
  if (count === 0) return [];
  return [count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`];
};

/** Lists marks at the same place, which no zoom separates, or marks that the map is not fitted to. */
export function StackList({ marks, couriers, where, selected, onPick, onPickCourier, onClose }: Props) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = card.current;
    if (!element) return;
    DomEvent.disableClickPropagation(element);
    DomEvent.disableScrollPropagation(element);
    element.querySelector<HTMLElement>('li button')?.focus();
  }, []);
  return (
    <section
      ref={card}
      className={styles['stack']}
      aria-label={`${couriers.length > 0 ? 'Repartidores' : 'Órdenes'} ${where}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header>
        <strong>
          {[
            ...counted(couriers.length, 'repartidor', 'repartidores'),
            ...counted(marks.length, 'orden', 'órdenes'),
          ].join(' y ')}{' '}
          {where}
        </strong>
        <IconButton
          label="Cerrar la lista"
          variant="plain"
          icon={<X size={16} aria-hidden="true" />}
          onClick={onClose}
        />
      </header>
      <ul>
        {couriers.map((courier) => (
          <li key={courier.id}>
            <button type="button" onClick={() => onPickCourier(courier)}>
              <Avatar name={courier.name} />
              <span>
                {courier.name}
                <small className="truncate">{courier.text}</small>
              </span>
            </button>
          </li>
        ))}
        {marks.map((mark) => (
          <li key={mark.id}>
            <button type="button" aria-pressed={selected.has(mark.id)} onClick={(event) => onPick(mark, event)}>
              <MarkShape state={mark.state} hollow={mark.approximate} />
              <span>
                <span className={styles['code']}>{mark.code}</span> {ORDER_STATES[mark.state]}
                {mark.late && ' · atrasada'}
                {mark.approximate && ` · aproximada, ${withinText(mark.radius)}`}
                <small className="truncate">{mark.text}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
