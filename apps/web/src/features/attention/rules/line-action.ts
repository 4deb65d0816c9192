import { type SessionView } from '@despacho/contracts';
import { type AttentionKind, type AttentionLine, emptyFilter, type OrderFlag } from '@despacho/contracts/dispatch';
import { phoneLinks } from '#shared/fields/phone-links.ts';
import {
  closingPath,
  courierPath,
  orderPath,
  ordersPath,
  reviewPath,
  settlementPath,
} from '#features/orders/rules/orders-path.ts';

/** The action of a line's button. */
export interface LineAction {
  label: string;
  /** A path of this application, or a link to call somebody. */
  href: string;
  isCall?: boolean;
}

interface Place {
  officeId: string;
  viewer: Pick<SessionView, 'charge'>;
}

type Action = (line: AttentionLine, place: Place) => LineAction;

const open =
  (label: string): Action =>
  ({ order, courier }, { officeId, viewer }) => ({
    label,
    href: order
      ? orderPath({ id: order.id, officeId }, viewer)
      : ordersPath({ ...emptyFilter(), couriers: { is: courier ? [courier.id] : [], not: [] } }, officeId, viewer),
  });

/** Opens the window that solves it, of the order or the courier of the line. */
const solve =
  (label: string, of: 'order' | 'courier', path: typeof reviewPath): Action =>
  (line, place) => {
    const id = line[of]?.id;
    return id === undefined ? open(label)(line, place) : { label, href: path({ id, ...place }, place.viewer) };
  };

/** Opens «Liquidación» with the courier's day. */
const settle =
  (label: string): Action =>
  (line, place) => {
    const id = line.courier?.id;
    const day = line.causes[0]?.day;
    return id === undefined || day === undefined
      ? open(label)(line, place)
      : { label, href: settlementPath({ id, day, ...place }, place.viewer) };
  };

/** Calls the courier, if the telephone is known. */
const callCourier =
  (otherwise: string): Action =>
  (line, place) => {
    const links = phoneLinks(line.courier?.phone ?? '');
    return links ? { label: 'Llamar', href: links.tel, isCall: true } : open(otherwise)(line, place);
  };

const hurry: Action = (line, place) =>
  line.order?.isAssigned === false ? open('Asignar')(line, place) : callCourier('Ver orden')(line, place);

/** The action of each kind. A line has the action of its most urgent cause. */
const ACTIONS: Record<AttentionKind, Action> = {
  tarde: hurry,
  por_vencer: hurry,
  sin_asignar: open('Asignar'),
  sin_senal: callCourier('Ver órdenes'),
  parado: callCourier('Ver órdenes'),
  fuera: callCourier('Ver órdenes'),
  revisar: solve('Decidir', 'order', reviewPath),
  cobro: open('Ver cobro'),
  tope: callCourier('Ver órdenes'),
  acuerdo: settle('Revisar'),
  prueba: open('Ver fotos'),
  sin_prueba: open('Ver fotos'),
  reasignada: open('Ver orden'),
  documentos: solve('Ver repartidor', 'courier', courierPath),
  sin_cierre: solve('Cerrar ruta', 'courier', closingPath),
  sin_lugar: open('Ubicar'),
};

/** The link of a line that represents many, if it is not «Verlas». It opens their list. */
export const MANY_LABELS: Partial<Record<AttentionKind, string>> = {
  sin_asignar: 'Asignarlas',
  sin_lugar: 'Ubicarlas',
};

/** The chip of the table that lists the orders of a kind, where several can be handled together. */
const FLAGS: Partial<Record<AttentionKind, OrderFlag>> = {
  tarde: 'vencidas',
  por_vencer: 'por_vencer',
  sin_asignar: 'sin_asignar',
};

/** @returns the table with the orders of a kind; null if it has no such filter. */
export function tableOf(kind: AttentionKind, { officeId, viewer }: Place): string | null {
  const flag = FLAGS[kind];
  return flag ? ordersPath({ ...emptyFilter(), flags: { is: [flag], not: [] } }, officeId, viewer) : null;
}

/** @returns the action of a line. */
export function actionOf(line: AttentionLine, place: Place): LineAction | null {
  const [first] = line.causes;
  return first ? ACTIONS[first.kind](line, place) : null;
}
