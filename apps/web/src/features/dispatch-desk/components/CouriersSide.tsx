import { type Courier } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import LogOut from 'lucide-react/icons/log-out';
import Pencil from 'lucide-react/icons/pencil';
import Phone from 'lucide-react/icons/phone';
import Printer from 'lucide-react/icons/printer';
import Route from 'lucide-react/icons/route';
import Settings2 from 'lucide-react/icons/settings-2';
import UserCheck from 'lucide-react/icons/user-check';
import Users from 'lucide-react/icons/users';
import { type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatPhone } from '#shared/fields/format-phone.ts';
import { phoneLinks } from '#shared/fields/phone-links.ts';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { type MenuItem } from '#shared/ui/Menu/Menu.tsx';
import { couriersOn } from '#features/couriers/api/couriers-query.ts';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { CouriersPane } from '#features/couriers/CouriersPane.tsx';
import { orderCount } from '#shared/format/order-count.ts';
import { useLatestCallback } from '#shared/hooks/use-latest-callback.ts';
import { useCoarsePointer } from '#shared/hooks/use-coarse-pointer.ts';
import { useDeskDay } from '#features/orders/state/use-desk-day.ts';
import { useDispatchOffice, useOrders, useSelection } from '#features/orders/state/use-orders-state.ts';
import { writeCourierView } from '#features/orders/rules/courier-view.ts';
import { assignableCount } from '../rules/state-moves.ts';
import { type Dialog, useDialogHandler } from '../state/dialogs.ts';
import { useAssignByDrag } from '../state/use-assign-by-drag.ts';
import { StopsList } from '../lazy-windows.ts';
import { DragGhost } from './DragGhost.tsx';

/** The courier pane next to the orders, with its actions. */
export function CouriersSide() {
  const { officeId, timeZone } = useDispatchOffice();
  const { orders } = useSelection();
  const { orders: listed } = useOrders();
  const load = useDeskDay();
  const couriers = useQuery(couriersOn(officeId, load));
  const opens = useDialogHandler();
  const [params] = useSearchParams();
  const assignable = assignableCount(orders);
  const isCoarse = useCoarsePointer();
  const { assign, drag, aimed } = useAssignByDrag(listed, couriers.data);
  // Reads the latest orders on each click, because others may change them while the menu is open.
  const assignChosen = useLatestCallback((courierId: string) => assign(orders, courierId));

  const tool = (label: string, icon: ReactNode, dialog: Dialog) => (
    <IconButton label={label} variant="plain" icon={icon} onClick={opens(dialog)} />
  );
  const menuOf = (courier: Courier): MenuItem[] => [
    ...(assignable > 0
      ? [
          {
            label: `Asignarle ${orderCount(orders.length)}`,
            icon: <UserCheck size={16} aria-hidden="true" />,
            onSelect: () => assignChosen(courier.id),
          },
        ]
      : []),
    ...callOf(courier),
    {
      label: 'Ordenar paradas…',
      icon: <Route size={16} aria-hidden="true" />,
      disabledReason: courier.load.orders > 0 ? undefined : 'No lleva órdenes',
      onSelect: opens({ kind: 'sort', courier, load }),
    },
    {
      label: 'Mover carga…',
      icon: <ArrowLeftRight size={16} aria-hidden="true" />,
      disabledReason: courier.load.orders > 0 ? undefined : 'No lleva órdenes',
      onSelect: opens({ kind: 'move', from: courier, load }),
    },
    {
      label: 'Se retira hoy…',
      icon: <LogOut size={16} aria-hidden="true" />,
      onSelect: opens({ kind: 'leave', from: courier }),
    },
    {
      label: 'Cerrar ruta',
      icon: <ClipboardCheck size={16} aria-hidden="true" />,
      ...(load.day > load.today
        ? { disabledReason: 'Todavía no es su día' }
        : courier.load.orders > 0
          ? { href: `?${writeCourierView('closing', courier.id, params).toString()}` }
          : { disabledReason: 'No lleva órdenes' }),
    },
    {
      label: 'Cierre del día',
      icon: <CalendarCheck size={16} aria-hidden="true" />,
      onSelect: opens({ kind: 'days', courierId: courier.id }),
    },
    {
      label: 'Hoja de ruta',
      icon: <Printer size={16} aria-hidden="true" />,
      href: `?${writeCourierView('sheet', courier.id, params).toString()}`,
    },
    {
      label: 'Editar sus datos…',
      icon: <Pencil size={16} aria-hidden="true" />,
      onSelect: opens({ kind: 'couriers', editedId: courier.id }),
    },
  ];
  return (
    <>
      <CouriersPane
        officeId={officeId}
        load={load}
        timeZone={timeZone}
        hint={assignable > 0 && !isCoarse ? 'arrastre aquí' : undefined}
        isDragging={drag !== null}
        aimedAt={drag?.courierId ?? null}
        tools={
          <>
            {tool('Ordenar las paradas de todos', <Route size={18} aria-hidden="true" />, {
              kind: 'sort',
              courier: null,
              load,
            })}
            {tool('Cierre del día', <CalendarCheck size={18} aria-hidden="true" />, { kind: 'days' })}
            {tool('Administrar repartidores', <Users size={18} aria-hidden="true" />, { kind: 'couriers' })}
            {tool('Ajustes para repartidores', <Settings2 size={18} aria-hidden="true" />, { kind: 'settings' })}
          </>
        }
        onCreate={opens({ kind: 'couriers', editedId: '' })}
        menuOf={menuOf}
        stopsOf={(courier) => (
          <Suspense fallback={<Skeleton height={36} />}>
            <StopsList courier={courier} load={load} />
          </Suspense>
        )}
      />
      {drag && <DragGhost drag={drag} courier={aimed} />}
    </>
  );
}

/** @returns the entry with the courier's telephone, which calls it. */
function callOf({ phone }: Courier): MenuItem[] {
  const links = phone === null ? null : phoneLinks(phone);
  if (phone === null || !links) return [];
  return [
    {
      label: `Llamar al ${formatPhone(phone)}`,
      icon: <Phone size={16} aria-hidden="true" />,
      onSelect: () => location.assign(links.tel),
    },
  ];
}
