import X from 'lucide-react/icons/x';
import { type ReactNode } from 'react';
import { ACTION_KEYS } from '#shared/hooks/shortcut.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { formatWeight } from '#shared/format/format-weight.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { ActionBar } from '#shared/ui/ActionBar/ActionBar.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { focusTable } from '../focus-table.ts';
import { MAX_SELECTED } from '../rules/selection.ts';
import { useOrders, useSelection } from '../state/use-orders-state.ts';
import styles from './SelectionBar.module.css';

/** Totals of the selected orders, and actions on them. Hidden without a selection. */
export function SelectionBar({ children }: { children: ReactNode }) {
  const { totals, clear, isAddingAll } = useSelection();
  const { total } = useOrders();
  if (totals.count === 0) return null;
  const isFull = totals.count >= MAX_SELECTED && (total ?? 0) > MAX_SELECTED;
  return (
    // Focusable, so that a click beside its buttons leaves the focus here.
    <div ref={focusTable} tabIndex={-1} className={styles['place']} {...ACTION_KEYS}>
      <ActionBar label="Órdenes seleccionadas">
        <p className={styles['text']} role="status">
          <strong>{orderCount(totals.count)}</strong>
          <span className={styles['sums']}>
            {isFull && <span>máximo por vez</span>}
            {isAddingAll && <span>seleccionando…</span>}
            {totals.collectDue > 0 && <span>{formatSoles(totals.collectDue)} por cobrar</span>}
            <span>{formatWeight(totals.weightGrams)}</span>
          </span>
        </p>
        <div className={styles['actions']}>
          {children}
          <IconButton
            label="Quitar la selección (Esc)"
            tooltipSide="top"
            icon={<X size={18} aria-hidden="true" />}
            onClick={clear}
          />
        </div>
      </ActionBar>
    </div>
  );
}
