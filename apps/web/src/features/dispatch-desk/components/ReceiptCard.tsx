import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { ACTION_KEYS } from '#shared/hooks/shortcut.ts';
import { useStepAside } from '#shared/hooks/use-step-aside.ts';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { focusTable } from '#features/orders/focus-table.ts';
import { useOrderWindow, useSelection } from '#features/orders/state/use-orders-state.ts';
import { useActions } from '../state/use-actions.ts';
import { useAutoDismiss } from '../state/use-auto-dismiss.ts';
import { useReceiptFold } from '../state/receipt-fold.ts';
import { Receipt, SummaryLine } from './Receipt.tsx';
import styles from './ReceiptCard.module.css';
import { UndoButton } from './UndoButton.tsx';

/**
 * The receipt of the last action, shown until closed. Does not take the focus. Collapsed, it is one line, so that the
 * table below stays usable.
 * @param isInWindow true within a window, which would cover it. @param hasSide whether panes on the right stay visible.
 */
export function ReceiptCard({ isInWindow = false, hasSide = true }) {
  const { all, shownId, show } = useActions();
  const { ids } = useSelection();
  const { window: beside } = useOrderWindow();
  const card = useRef<HTMLElement>(null);
  const [isFolded, fold] = useReceiptFold();
  const action = all.find(({ id }) => id === shownId);
  useAutoDismiss(action, all, () => {
    // Close only if not hovered, focused or showing an open menu.
    if (card.current?.matches(':hover, :focus-within, :has([aria-expanded="true"])') !== true) show(null);
  });
  useStepAside(card, action !== undefined && !isInWindow);
  if (!action) return null;
  return (
    <section
      ref={card}
      {...ACTION_KEYS}
      data-receipt=""
      data-unprinted=""
      className={styles['card']}
      aria-label="Constancia del cambio"
      data-raised={ids.size > 0 || undefined}
      data-beside={beside?.kind}
      data-folded={isFolded || undefined}
      data-alone={!hasSide || undefined}
      data-in-window={isInWindow || undefined}
    >
      <header ref={focusTable} className={styles['header']}>
        <h2 className={isFolded ? 'visually-hidden' : styles['title']}>{action.title}</h2>
        {isFolded && (
          <div className={styles['line']}>
            <SummaryLine action={action} />
            <UndoButton action={action} />
          </div>
        )}
        <div className={styles['tools']}>
          <IconButton
            // Without `aria-expanded`, which would keep the receipt open like an open menu.
            label={isFolded ? 'Desplegar la constancia' : 'Plegar la constancia'}
            variant="plain"
            tooltipSide="top"
            icon={isFolded ? <ChevronUp size={18} aria-hidden="true" /> : <ChevronDown size={18} aria-hidden="true" />}
            onClick={() => fold(!isFolded)}
          />
          <IconButton
            label="Cerrar la constancia"
            variant="plain"
            tooltipSide="top"
            icon={<X size={18} aria-hidden="true" />}
            onClick={() => show(null)}
          />
        </div>
      </header>
      {!isFolded && (
        <div className={styles['body']}>
          <Receipt key={action.id} action={action} />
        </div>
      )}
    </section>
  );
}
