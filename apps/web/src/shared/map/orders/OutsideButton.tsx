import { DomEvent } from 'leaflet';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../../format/format-number.ts';
import { Button } from '../../ui/Button/Button.tsx';
import styles from './OrdersMap.module.css';

interface Props {
  /** Number of marks that the map is not fitted to. */
  count: number;
  /** Lists them. */
  onClick: () => void;
}

/** «3 fuera del mapa»: lists the marks that are too far away to fit the map to them. */
export function OutsideButton({ count, onClick }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (frame.current) DomEvent.disableClickPropagation(frame.current);
  }, []);
  return (
    <div ref={frame} className={styles['outside']}>
      <Button size="sm" title="Órdenes con un lugar muy lejos de las demás, o equivocado" onClick={onClick}>
        {formatNumber(count)} fuera del mapa
      </Button>
    </div>
  );
}
