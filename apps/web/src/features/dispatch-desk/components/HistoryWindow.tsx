import { formatDateTime } from '#shared/format/format-date-time.ts';
import { Window } from '#shared/ui/Window/Window.tsx';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { useActions } from '../state/use-actions.ts';
import styles from './HistoryWindow.module.css';
import { Receipt } from './Receipt.tsx';

/** Dialog with the receipts of the user's actions in this tab. */
export function HistoryWindow({ onClose }: { onClose: () => void }) {
  const { all } = useActions();
  const { timeZone } = useDispatchOffice();
  return (
    <Window
      wide
      title="Últimas acciones"
      lead={
        all.length === 0
          ? 'Aún no hizo cambios en esta pestaña. Aquí quedará la constancia de cada uno hasta que cierre su sesión.'
          : 'Lo que hizo en esta pestaña, con el resultado de cada orden.'
      }
      hasClose
      onDismiss={onClose}
    >
      <ul className={styles['list']} aria-label="Últimas acciones">
        {all.map((action) => (
          <li key={action.id} className={styles['item']} aria-label={action.title}>
            <header className={styles['header']}>
              <h3>{action.title}</h3>
              <time className="note" dateTime={new Date(action.at).toISOString()}>
                {formatDateTime(new Date(action.at).toISOString(), timeZone)}
              </time>
            </header>
            <Receipt action={action} />
          </li>
        ))}
      </ul>
    </Window>
  );
}
