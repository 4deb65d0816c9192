import { type ClientDetails, OPEN_STATES, type Order, type OrderState } from '@despacho/contracts/dispatch';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { CreateClientButton } from '#features/client-records/CreateClientButton.tsx';
import { useSaveOrder } from '../state/use-save-order.ts';

const EDITABLE: readonly OrderState[] = [...OPEN_STATES, 'no_entregada'];

/** «Crear cliente» for an order whose sender is no client. The order then names the new client. */
export function UnknownSender({ order }: { order: Order }) {
  const save = useSaveOrder(order.officeId);
  if (order.client.id !== null || !EDITABLE.includes(order.state)) return null;
  const put = ({ id, name, contacts }: ClientDetails): void => {
    const phone = order.client.phone ?? contacts[0]?.phone ?? null;
    save.mutate({ do: 'edit', base: order, changes: { client: { id, name, phone } } });
  };
  return (
    <>
      <CreateClientButton officeId={order.officeId} name={order.client.name} onCreated={put} />
      <FailureAlert error={save.error} />
    </>
  );
}
