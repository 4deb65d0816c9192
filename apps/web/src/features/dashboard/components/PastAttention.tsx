import { Card } from '../../../shared/ui/Card/Card.tsx';
import styles from './WidgetCard.module.css';

/** D04 in the past: the causes of its lines are not stored, only what people did about them. */
export function PastAttention() {
  return (
    <Card title="Por atender" className={styles['widget']}>
      <p className={styles['empty']}>
        Sin datos de esa hora: «Por atender» no se guarda minuto a minuto. Lo que ya se cerró está en la historia de
        «Por atender», al volver a ahora.
      </p>
    </Card>
  );
}
