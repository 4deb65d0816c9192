import { emptyFilter, type ImportReceipt } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { Button } from '#shared/ui/Button/Button.tsx';
import { focusOnMount } from '#shared/hooks/focus-on-mount.ts';
import notice from '#shared/ui/Notice/Notice.module.css';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { formatNumber } from '#shared/format/format-number.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { brokenLinesAddress } from '../api/import-addresses.ts';
import { notImportedText, sheetsText, waitingText } from '../rules/import-texts.ts';
import { AccountingFigures } from './AccountingFigures.tsx';
import { DownloadLines } from './DownloadLines.tsx';
import styles from './ImportPreviewed.module.css';
import { countsQuery } from '#features/orders/api/orders-queries.ts';
import { useOrderFilter } from '#features/orders/state/use-orders-state.ts';

/** Assigns for tomorrow the orders that are not assigned, because the day of their courier is confirmed. */
export type AssignTomorrow = (closed: NonNullable<ImportReceipt['closed']>) => void;

interface Props {
  receipt: ImportReceipt;
  /** Id of the preview that was imported. */
  id: string;
  officeId: string;
  onTomorrow: AssignTomorrow;
  onAnother: () => void;
  /** Opens «Por ubicar». */
  onLocate: () => void;
  onClose: () => void;
}

/** Result of an import. */
export function ImportDone({ receipt, id, officeId, onTomorrow, onAnother, onLocate, onClose }: Props) {
  const {
    orders,
    accounting,
    notImported,
    otherSheets,
    firstCode,
    lastCode,
    batch,
    assigned = 0,
    closed = [],
  } = receipt;
  const { setFilter } = useOrderFilter();
  const unassigned = closed.reduce((sum, { orders: each }) => sum + each.length, 0);
  const left = notImportedText(notImported);
  const counts = useQuery(countsQuery(officeId, { ...emptyFilter(), batch })).data;
  const toLocate = counts?.flags?.por_ubicar ?? 0;
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
          {waitingText(orders, assigned)}
        </p>
      </div>
      <div className={styles['body']}>
        <AccountingFigures accounting={accounting} />
        {unassigned > 0 && (
          <p className={styles['note']}>
            {unassigned === 1 ? '1 orden quedó' : `${orderCount(unassigned)} quedaron`} sin repartidor: el día del que
            dice el archivo ya está confirmado.{' '}
            <Button
              size="sm"
              onClick={() => {
                onTomorrow(closed);
                // The receipt of the assignment is behind this window.
                onClose();
              }}
            >
              Asignar para mañana ({formatNumber(unassigned)})
            </Button>
          </p>
        )}
        {toLocate > 0 && (
          <p className={styles['note']}>
            {toLocate === 1 ? 'De 1 orden' : `De ${orderCount(toLocate)}`} no se sabe bien dónde queda la dirección.{' '}
            <Button size="sm" onClick={onLocate}>
              Ubicarlas ({formatNumber(toLocate)})
            </Button>
          </p>
        )}
        {(left !== '' || otherSheets.length > 0) && (
          <p className={styles['note']}>
            {left} {left !== '' && 'Puede descargarlas hasta dentro de 24 horas.'}{' '}
            {otherSheets.length > 0 && `Del libro no se leyó ${sheetsText(otherSheets)}.`}
          </p>
        )}
      </div>
      <WindowFoot>
        {left !== '' && (
          <DownloadLines href={brokenLinesAddress(officeId, id)}>Descargar las no importadas</DownloadLines>
        )}
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
