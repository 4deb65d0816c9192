import { type GuestContent, type GuestOrder, type OrderState } from '@despacho/contracts/dispatch';

export type Tone = 'good' | 'alarm' | 'move' | 'info' | 'neutral';

/** How a guest reads the state of an order: what has not left yet is the same to them, assigned or not. */
export const RESULTS: Record<OrderState, { text: string; tone: Tone }> = {
  pendiente: { text: 'Por repartir', tone: 'info' },
  asignada: { text: 'Por repartir', tone: 'info' },
  en_ruta: { text: 'En camino', tone: 'move' },
  entregada: { text: 'Entregado', tone: 'good' },
  no_entregada: { text: 'No se pudo entregar', tone: 'alarm' },
  en_devolucion: { text: 'En devolución', tone: 'neutral' },
  devuelta: { text: 'Devuelto al remitente', tone: 'neutral' },
  anulada: { text: 'Anulado', tone: 'neutral' },
};

/** @returns how many orders have each result, the most frequent states of a day first. */
export function countResults(orders: readonly GuestOrder[]): { text: string; tone: Tone; count: number }[] {
  const order: OrderState[] = [
    'entregada',
    'no_entregada',
    'en_ruta',
    'pendiente',
    'en_devolucion',
    'devuelta',
    'anulada',
  ];
  const by = Map.groupBy(orders, ({ state }) => RESULTS[state].text);
  return order
    .map((state) => ({ ...RESULTS[state], count: by.get(RESULTS[state].text)?.length ?? 0 }))
    .filter(({ count }) => count > 0);
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** @returns the orders whose code, reference, district or receiver contain a text, without case and accents. */
export function findOrders(orders: readonly GuestOrder[], text: string): readonly GuestOrder[] {
  const wanted = fold(text.trim());
  if (wanted === '') return orders;
  return orders.filter(({ code, reference, district, receiver }) =>
    [code, reference ?? '', district, receiver ?? ''].some((each) => fold(each).includes(wanted)),
  );
}

/** @returns the title of the page, which is also the name of its PDF. */
export const titleOf = ({ day, client, orders: [first] }: GuestContent): string => {
  if (day !== null) return `Entregas de ${client}`;
  return first?.state === 'no_entregada' ? 'Constancia de visita' : 'Constancia de entrega';
};
