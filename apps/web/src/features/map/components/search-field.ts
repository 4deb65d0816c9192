import { type MapCourier, type Order } from '@despacho/contracts/dispatch';
import searchField from '#shared/ui/SearchField/SearchField.module.css';

export interface SearchProps {
  officeId: string;
  timeZone: string;
  couriers: readonly MapCourier[];
  onCourier: (id: string) => void;
  /** Omitted for people who may not see orders. */
  onOrder?: ((order: Order) => void) | undefined;
}

/** @returns the properties of the search field, with and without results. */
export const fieldProps = (hasOrders: boolean) =>
  ({
    className: searchField['input'],
    'aria-label': hasOrders ? '¿Dónde está mi pedido?' : 'Buscar repartidor',
    'aria-keyshortcuts': '/',
    placeholder: hasOrders ? 'Código, teléfono, dirección o repartidor' : 'Repartidor o placa',
    inputMode: 'search',
    enterKeyHint: 'search',
    spellCheck: false,
  }) as const;
