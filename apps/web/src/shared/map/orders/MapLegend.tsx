import { ORDER_STATES, type OrderState } from '@despacho/contracts/dispatch';
import { type OrderMark } from './order-mark.ts';
import { MarkShape } from './MarkShape.tsx';
import styles from './OrdersMap.module.css';

interface Props {
  marks: readonly OrderMark[];
  /** Whether an order on the map has a ring. */
  hasRing: boolean;
}

/** Explains the marks that are on the map. */
export function MapLegend({ marks, hasRing }: Props) {
  const present = new Set(marks.map(({ state }) => state));
  const states = (Object.keys(ORDER_STATES) as OrderState[]).filter((state) => present.has(state));
  if (states.length === 0) return null;
  return (
    <ul className={styles['legend']} aria-label="Leyenda">
      {states.map((state) => (
        <li key={state}>
          <MarkShape state={state} />
          {ORDER_STATES[state]}
        </li>
      ))}
      {marks.some(({ late }) => late) && (
        <li>
          <span className={styles['late']} aria-hidden="true" />
          Atrasada
        </li>
      )}
      {marks.some(({ approximate }) => approximate) && (
        <li>
          <MarkShape state="devuelta" hollow />
          Ubicación aproximada
        </li>
      )}
      {hasRing && (
        <li>
          <span className={styles['ring']} aria-hidden="true" />
          Dónde puede estar
        </li>
      )}
    </ul>
  );
}
