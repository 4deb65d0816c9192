import { type FieldStop } from '@despacho/contracts/dispatch';

/** Whether a stop is still to be visited. */
export const isOpen = ({ state }: Pick<FieldStop, 'state'>): boolean => state === 'asignada' || state === 'en_ruta';

/** Whether an open stop should have been visited by now. @param now in epoch milliseconds. */
export const isLate = (stop: Pick<FieldStop, 'state' | 'dueAt'>, now: number): boolean =>
  isOpen(stop) && Date.parse(stop.dueAt) < now;

/** The states that an order of a courier can have. */
const STATES: Partial<Record<FieldStop['state'], string>> = {
  asignada: 'Por salir',
  en_ruta: 'En ruta',
  entregada: 'Entregada',
  no_entregada: 'No entregada',
  en_devolucion: 'En devolución',
  devuelta: 'Devuelta',
};

export const stateText = ({ state }: Pick<FieldStop, 'state'>): string => STATES[state] ?? state;

/** @returns when the recipient expects the visit. */
export const windowText = ({ window }: Pick<FieldStop, 'window'>): string =>
  window ? `${window.from}–${window.to}` : 'Durante el día';

export const packagesText = ({ packages }: Pick<FieldStop, 'packages'>): string =>
  packages === 1 ? '1 paquete' : `${packages} paquetes`;

/** @returns the address with its district, for messages. */
export const placeText = ({ place }: Pick<FieldStop, 'place'>): string => `${place.address}, ${place.district}`;
