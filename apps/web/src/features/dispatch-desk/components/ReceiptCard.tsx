import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { IconButton } from '../../../shared/ui/IconButton/IconButton.tsx';
import { focusTable } from '../../orders/focus-table.ts';
import { useOrderWindow, useSelection } from '../../orders/state/use-orders-state.ts';
import { type UseActions } from '../state/use-actions.ts';
import { useAutoDismiss } from '../state/use-auto-dismiss.ts';
import { Receipt } from './Receipt.tsx';
import styles from './ReceiptCard.module.css';

/** The receipt of the last action, shown until closed. Does not take the focus. */
export function ReceiptCard({ actions }: { actions: UseActions }) {
  const { ids } = useSelection();
  const { window: beside } = useOrderWindow();
  const card = useRef<HTMLElement>(null);
  const action = actions.all.find(({ id }) => id === actions.shownId);
  useAutoDismiss(action, actions.all, () => {
    // Close only if not hovered, focused or showing an open menu.
    if (card.current?.matches(':hover, :focus-within, :has([aria-expanded="true"])') !== true) actions.show(null);
  });
  if (!action) return null;
  return (
    <section
      ref={card}
      className={styles['card']}
      aria-label="Recibo"
      data-raised={ids.size > 0 || undefined}
      data-beside={beside?.kind}
    >
      <header ref={focusTable} className={styles['header']}>
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
