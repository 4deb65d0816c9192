import { emptyFilter, type ImportReceipt } from '@despacho/contracts/dispatch';
import CircleCheck from 'lucide-react/icons/circle-check';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import { focusOnMount } from '../../../shared/hooks/focus-on-mount.ts';
import notice from '../../../shared/ui/Notice/Notice.module.css';
import { WindowFoot } from '../../../shared/ui/Window/WindowFoot.tsx';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { orderCount } from '../../../shared/format/order-count.ts';
import { leftOutText, waitingText } from '../rules/import-texts.ts';
import { useOrderFilter } from '../../orders/state/use-orders-state.ts';

interface Props {
  receipt: ImportReceipt;
  onAnother: () => void;
  onClose: () => void;
}

/** Result of an import. */
export function ImportDone({
  receipt: { orders, leftOut, firstCode, lastCode, batch, assigned = 0 },
  onAnother,
  onClose,
}: Props) {
  const { setFilter } = useOrderFilter();
  return (
    <>
      <div className={notice['notice']} role="status">
        <span className={notice['icon']} aria-hidden="true">
          <CircleCheck size={22} />
        </span>
        <p ref={focusOnMount} tabIndex={-1} className={notice['title']}>
          {orders === 1 ? 'Se importó 1 orden' : `Se importaron ${orderCount(orders)}`}
        </p>
        <p className={notice['text']}>
          {orders === 1 ? `Es la ${firstCode}.` : `De la ${firstCode} a la ${lastCode}.`}{' '}
          {waitingText(orders, assigned)} {leftOutText(leftOut)}
        </p>
      </div>
      <WindowFoot>
        <Button onClick={onAnother}>Importar otro archivo</Button>
        <Button onClick={onClose}>Cerrar</Button>
        <Button
          variant="primary"
          onClick={() => {
            setFilter({ ...emptyFilter(), batch });
            onClose();
          }}
        >
          {orders === 1 ? 'Ver la orden importada' : `Ver las ${formatNumber(orders)} órdenes importadas`}
        </Button>
      </WindowFoot>
    </>
  );
}
