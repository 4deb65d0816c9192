import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Ellipsis from 'lucide-react/icons/ellipsis-vertical';
import History from 'lucide-react/icons/history';
import Keyboard from 'lucide-react/icons/keyboard';
import ListX from 'lucide-react/icons/list-x';
import Settings2 from 'lucide-react/icons/settings-2';
import { Menu, type MenuItem } from '../../../shared/ui/Menu/Menu.tsx';
import { useSession } from '../../session/state/session.ts';
import { useOpenDialog } from '../state/dialogs.ts';

/** Menu with the actions that concern neither selected orders nor couriers. */
export function DeskMenu() {
  const open = useOpenDialog();
  const { charge } = useSession();
  const items: MenuItem[] = [
    {
      label: 'Cierre del día',
      icon: <CalendarCheck size={16} aria-hidden="true" />,
      onSelect: () => {
        open({ kind: 'days' });
      },
    },
    {
      label: 'Por revisar',
      icon: <ClipboardList size={16} aria-hidden="true" />,
      onSelect: () => {
        open({ kind: 'reviews' });
      },
    },
    {
      label: 'Últimas acciones',
      icon: <History size={16} aria-hidden="true" />,
      onSelect: () => {
        open({ kind: 'history' });
      },
    },
    {
      label: 'Ajustes para repartidores',
      icon: <Settings2 size={16} aria-hidden="true" />,
      onSelect: () => {
        open({ kind: 'settings' });
      },
    },
    ...(charge === CHARGE_ALL_OFFICES
      ? [
          {
            label: 'Motivos de no entrega',
            icon: <ListX size={16} aria-hidden="true" />,
            onSelect: () => {
              open({ kind: 'reasons' });
            },
          },
        ]
      : []),
    {
      label: 'Teclas de esta sección',
      icon: <Keyboard size={16} aria-hidden="true" />,
      onSelect: () => {
        open({ kind: 'keys' });
      },
    },
  ];
  return <Menu compact label="Más acciones" icon={<Ellipsis size={18} aria-hidden="true" />} items={items} />;
}
