import { MODULES, type ModuleCode } from '@despacho/contracts';
import { Card } from '../../../shared/ui/Card/Card.tsx';
import { useMayUse } from '../../session/state/session.ts';
import styles from './WidgetPlan.module.css';

/** Figures not built yet, by module, in display order. */
const PLANNED: readonly { code: ModuleCode; text: string }[] = [
  { code: 'D02', text: 'Qué parte de las entregas llegó dentro de su horario.' },
  { code: 'D03', text: 'Entregas de cada repartidor en el día.' },
  { code: 'D05', text: 'Volumen y entregas fallidas por cliente.' },
];

/** List of figures planned for modules that the user has. */
export function WidgetPlan() {
  const mayUse = useMayUse();
  const widgets = PLANNED.filter(({ code }) => mayUse([code]));
  if (widgets.length === 0) return null;
  return (
    <Card title="Más indicadores" note="en preparación">
      <p className={styles['intro']}>Este tablero mostrará también estos indicadores, a los que usted tiene acceso.</p>
      <ul className={styles['list']}>
        {widgets.map(({ code, text }) => (
          <li key={code} className={styles['item']}>
            <code className={styles['code']}>{code}</code>
            <div>
              <h3>{MODULES[code].name}</h3>
              <p className={styles['text']}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
