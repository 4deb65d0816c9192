import { ORDER_CHANGES, type Order } from '@despacho/contracts/dispatch';
import { formatRelative } from '#shared/format/format-relative.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { focusOnMount } from '#shared/hooks/focus-on-mount.ts';
import { FIELDS, fieldText, orderForm, type OrderForm, touchedFields } from '../rules/order-form.ts';
import { DataGrid } from '#shared/ui/DataGrid/DataGrid.tsx';
import styles from './OrderEditor.module.css';

interface Props {
  base: OrderForm;
  mine: OrderForm;
  theirs: Order;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/**
 * Shows both versions after a conflict and lets the user choose. Takes the focus, because the save button may be far
 * away.
 */
export function OrderConflict({ base, mine, theirs, onKeepMine, onTakeTheirs }: Props) {
  const now = orderForm(theirs);
  const { by, at, what } = theirs.changed;
  const both = [...new Set([...touchedFields(base, mine), ...touchedFields(base, now)])];
  return (
    <section
      ref={focusOnMount}
      tabIndex={-1}
      role="alert"
      aria-label="Otra persona cambió la orden"
      className={styles['conflict']}
    >
      <p>
        <strong>
          {by.user} cambió esta orden {formatRelative(at, new Date(serverNow()))}, mientras usted la editaba
        </strong>{' '}
        ({ORDER_CHANGES[what].toLowerCase()}).
      </p>
      {both.length > 0 && (
        <DataGrid
          className={styles['sides']}
          rows={both}
          keyOf={(field) => field}
          columns={[
            { key: 'field', title: 'Dato', cell: (field) => FIELDS[field].label },
            { key: 'mine', title: 'Usted', cell: (field) => fieldText(mine, field) },
            { key: 'theirs', title: by.user, cell: (field) => fieldText(now, field) },
          ]}
        />
      )}
      <div className="row">
        <Button size="sm" onClick={onTakeTheirs}>
          Usar la otra versión
        </Button>
        <Button size="sm" variant="primary" onClick={onKeepMine}>
          Guardar mi versión
        </Button>
      </div>
    </section>
  );
}
