import { type LocationState } from './follow-positions.ts';
import styles from './LocationNote.module.css';

const TEXTS = {
  waiting: 'Buscando su ubicación…',
  active:
    'Ubicación activa: hasta su «Cierre», su oficina ve su recorrido y cuándo llega a cada parada. Mientras usa Maps u otra aplicación, esta página no envía dónde está.',
  denied: 'Sin permiso de ubicación: su oficina no ve dónde está. Puede activarlo en los ajustes del navegador.',
};

/** Whether the office receives where the courier is. */
export function LocationNote({ state }: { state: LocationState }) {
  if (state === 'off') return null;
  return (
    <p className={styles['note']} data-state={state} role="status">
      {TEXTS[state]}
    </p>
  );
}
