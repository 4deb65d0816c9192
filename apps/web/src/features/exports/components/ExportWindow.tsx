import { CHARGE_ALL_OFFICES, pathOf } from '@despacho/contracts';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  exportOperations,
  type ExportTicket,
  writeOrderFilter,
} from '@despacho/contracts/dispatch';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf } from '#shared/http/address.ts';
import { call } from '#shared/http/call.ts';
import { download } from '#shared/http/download.ts';
import { announce } from '#shared/hooks/announce.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import windowStyles from '#shared/ui/Window/Window.module.css';
import { RadioList } from '#shared/ui/RadioList/RadioList.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { failureText } from '#shared/format/failure-text.ts';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { orderCount } from '#shared/format/order-count.ts';
import { useDispatchOffice, useOrderFilter, useOrders } from '#features/orders/state/use-orders-state.ts';
import { useSession } from '#features/session/state/session.ts';
import { fullExportText } from '../rules/export-limit.ts';

const FORMATS = [
  { value: 'xlsx', label: 'Excel (.xlsx)' },
  { value: 'csv', label: 'CSV (.csv)' },
] as const satisfies { value: ExportFormat; label: string }[];

/** Exports all orders that match the filter, including those not loaded in the table. */
export function ExportWindow({ onClose }: { onClose: () => void }) {
  const { officeId } = useDispatchOffice();
  const { filter, sort } = useOrderFilter();
  const { total, isOver } = useOrders();
  const { charge } = useSession();
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const refusal = fullExportText(filter, { total, isOver }, charge === CHARGE_ALL_OFFICES);
  const prepare = useMutation({
    // A ticket for one download.
    mutationFn: () =>
      call(exportOperations['exports.prepare'], {
        query: { officeId },
        body: { format, filter: writeOrderFilter(filter), sort },
      }),
    onSuccess: (ticket) => {
      const query = new URLSearchParams({ officeId, ticket: ticket.ticket }).toString();
      download(`${addressOf(pathOf(exportOperations['exports.download'], {}))}?${query}`);
      announce(`Se descarga ${ticket.fileName}, con ${orderCount(ticket.orders)}`);
    },
  });
  if (prepare.data) return <Ready ticket={prepare.data} onClose={onClose} />;
  const what = total === undefined ? 'las órdenes' : orderCount(total, isOver);
  return (
    <Window
      title="Exportar órdenes"
      lead={`El archivo lleva ${what} de los filtros de la tabla, en su orden y con todas sus columnas.`}
      onDismiss={onClose}
    >
      <WindowForm
        submitLabel={`Exportar ${what}`}
        busy={prepare.isPending}
        onSubmit={() => {
          if (refusal === undefined) prepare.mutate();
        }}
        onCancel={onClose}
      >
        <RadioList
          label="Formato"
          value={format}
          options={FORMATS}
          onChange={(next) => {
            if (Object.hasOwn(EXPORT_FORMATS, next)) setFormat(next as ExportFormat);
          }}
        />
        <Alert className={windowStyles['failure']}>{refusal ?? (prepare.error && failureText(prepare.error))}</Alert>
      </WindowForm>
    </Window>
  );
}

function Ready({ ticket, onClose }: { ticket: ExportTicket; onClose: () => void }) {
  return (
    <Window
      title="La descarga empezó"
      lead={`${ticket.fileName}, con ${orderCount(ticket.orders)}. Búsquelo entre las descargas de su navegador.`}
      onDismiss={onClose}
    >
      <WindowFoot>
        <Button variant="primary" onClick={onClose}>
          Cerrar
        </Button>
      </WindowFoot>
    </Window>
  );
}
