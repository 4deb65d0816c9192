import { type FieldStop } from '@despacho/contracts/dispatch';

/** Whether a stop is still to be visited. */
export const isOpen = ({ state }: FieldStop): boolean => state === 'asignada' || state === 'en_ruta';

/** The states that an order of a courier can have. */
const STATES: Partial<Record<FieldStop['state'], string>> = {
  asignada: 'Por salir',
  en_ruta: 'En ruta',
  entregada: 'Entregada',
  no_entregada: 'No entregada',
  en_devolucion: 'En devolución',
  devuelta: 'Devuelta',
};

export const stateText = ({ state }: FieldStop): string => STATES[state] ?? state;

/** @returns when the recipient expects the visit. */
export const windowText = ({ window }: FieldStop): string =>
  window ? `${window.from}–${window.to}` : 'Durante el día';

export const packagesText = ({ packages }: FieldStop): string =>
  packages === 1 ? '1 paquete' : `${packages} paquetes`;
