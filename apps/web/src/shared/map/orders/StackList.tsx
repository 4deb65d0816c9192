import { ORDER_STATES } from '@despacho/contracts/dispatch';
import { DomEvent } from 'leaflet';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../../format/format-number.ts';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { MarkShape } from './MarkShape.tsx';
import { type OrderMark } from './order-mark.ts';
import styles from './OrdersMap.module.css';

interface Props {
  marks: readonly OrderMark[];
  /** «en este lugar». */
  where: string;
  selected: ReadonlySet<string>;
  onPick: (mark: OrderMark, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => void;
  onClose: () => void;
}

/** Lists several orders: those at the same place, which no zoom separates, or those that the map is not fitted to. */
export function StackList({ marks, where, selected, onPick, onClose }: Props) {
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
      aria-label={`Órdenes ${where}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header>
        <strong>{marks.length === 1 ? `1 orden ${where}` : `${formatNumber(marks.length)} órdenes ${where}`}</strong>
        <IconButton
          label="Cerrar la lista"
          variant="plain"
          icon={<X size={16} aria-hidden="true" />}
          onClick={onClose}
        />
      </header>
      <ul>
        {marks.map((mark) => (
          <li key={mark.id}>
            <button type="button" aria-pressed={selected.has(mark.id)} onClick={(event) => onPick(mark, event)}>
              <MarkShape state={mark.state} hollow={mark.approximate} />
              <span>
                <span className={styles['code']}>{mark.code}</span> {ORDER_STATES[mark.state]}
                {mark.late && ' · atrasada'}
                <small>{mark.text}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
