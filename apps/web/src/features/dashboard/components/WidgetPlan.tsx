import { Card } from '../../../shared/ui/Card/Card.tsx';
import { useMayUse } from '../../session/state/session.ts';
import styles from './WidgetPlan.module.css';
import { WIDGETS } from '../rules/widgets.ts';

/** List of figures planned for modules that the user has. */
export function WidgetPlan() {
  const mayUse = useMayUse();
  const widgets = WIDGETS.filter(({ code }) => mayUse([code]));
  if (widgets.length === 0) return null;
  return (
    <Card title="Más indicadores" note="en preparación">
      <p className={styles['intro']}>Este tablero mostrará también estos indicadores, a los que usted tiene acceso.</p>
      <ul className={styles['list']}>
        {widgets.map(({ code, title, text }) => (
          <li key={code} className={styles['item']}>
            <code className={styles['code']}>{code}</code>
            <div>
              <h3>{title}</h3>
              <p className={styles['text']}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
