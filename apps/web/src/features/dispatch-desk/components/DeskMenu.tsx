import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Ellipsis from 'lucide-react/icons/ellipsis-vertical';
import History from 'lucide-react/icons/history';
import Keyboard from 'lucide-react/icons/keyboard';
import ListX from 'lucide-react/icons/list-x';
import MapPinned from 'lucide-react/icons/map-pinned';
import Settings2 from 'lucide-react/icons/settings-2';
import { type ReactNode } from 'react';
import { Menu, type MenuItem } from '#shared/ui/Menu/Menu.tsx';
import { useSession } from '#features/session/state/session.ts';
import { type Dialog, useDialogHandler } from '../state/dialogs.ts';

/** Menu with the actions that concern neither selected orders nor couriers. */
export function DeskMenu() {
  const opens = useDialogHandler();
  const { charge } = useSession();
  const item = (label: string, icon: ReactNode, dialog: Dialog): MenuItem => ({
    label,
    icon,
    onSelect: opens(dialog),
  });
  return (
    <Menu
      compact
      label="Más acciones"
      icon={<Ellipsis size={18} aria-hidden="true" />}
      items={[
        item('Cierre del día', <CalendarCheck size={16} aria-hidden="true" />, { kind: 'days' }),
        item('Por revisar', <ClipboardList size={16} aria-hidden="true" />, { kind: 'reviews' }),
        item('Por ubicar', <MapPinned size={16} aria-hidden="true" />, { kind: 'waiting' }),
        item('Últimas acciones', <History size={16} aria-hidden="true" />, { kind: 'history' }),
        item('Ajustes para repartidores', <Settings2 size={16} aria-hidden="true" />, { kind: 'settings' }),
        ...(charge === CHARGE_ALL_OFFICES
          ? [item('Motivos de no entrega', <ListX size={16} aria-hidden="true" />, { kind: 'reasons' })]
          : []),
        item('Teclas de esta sección', <Keyboard size={16} aria-hidden="true" />, { kind: 'keys', place: 'table' }),
      ]}
    />
  );
}
