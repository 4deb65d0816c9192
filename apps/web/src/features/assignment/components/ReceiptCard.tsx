import X from 'lucide-react/icons/x';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import { type UseActions } from '../state/use-actions.ts';
import { Receipt } from './Receipt.tsx';
import styles from './ReceiptCard.module.css';

/** The receipt of the last action, above the page until it is put away. It takes no focus: work goes on beside it. */
export function ReceiptCard({ actions }: { actions: UseActions }) {
  const action = actions.all.find(({ id }) => id === actions.shownId);
  if (!action) return null;
  return (
    <section className={styles['card']} aria-label="Recibo">
      <header className={styles['header']}>
        <h2 className={styles['title']}>{action.title}</h2>
        <IconButton
          label="Cerrar el recibo"
          variant="plain"
          tooltipSide="top"
          icon={<X size={18} aria-hidden="true" />}
          onClick={() => {
            actions.show(null);
          }}
        />
      </header>
      <div className={styles['body']}>
        <Receipt key={action.id} action={action} actions={actions} />
      </div>
    </section>
  );
}
