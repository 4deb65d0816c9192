import { type LocationState } from './follow-positions.ts';
import styles from './LocationNote.module.css';

const TEXTS = {
  waiting: 'Buscando su ubicación…',
  active:
    'Ubicación activa: hasta su «Cierre», su oficina ve su recorrido y cuándo llega a cada parada. Mientras usa Maps u otra aplicación, esta página no envía dónde está.',
  brief: 'Ubicación activa hasta su «Cierre»',
  denied: 'Sin permiso de ubicación: su oficina no ve dónde está. Puede activarlo en los ajustes del navegador.',
};

/**
 * Shows whether the office receives the courier's position. @param props.isFirstDay of this connection: shows the full
 * explanation. The notice of the menu says it at any time.
 */
export function LocationNote({ state, isFirstDay }: { state: LocationState; isFirstDay: boolean }) {
  if (state === 'off') return null;
  return (
    <p className={styles['note']} data-state={state} role="status">
      {TEXTS[state === 'active' && !isFirstDay ? 'brief' : state]}
    </p>
  );
}
