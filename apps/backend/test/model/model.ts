import { type OrderState, type Payment } from '@despacho/contracts/dispatch';

/*
 * A second, deliberately simple implementation of the order rules: sequential, in memory, with rules written by hand.
 * It shares no code with the service.
 */

interface ModelOrder {
  version: number;
  state: OrderState;
  courier: string | null;
  stop: number | null;
  attempt: number;
  reason: string | null;
  payments: Payment[];
  readonly due: number | null;
  note: string | null;
}

export type Result = 'changed' | 'same' | 'not_found' | 'state' | 'collection_missing' | 'not_of_courier' | 'stale';

type Refs = readonly { id: string; version: number }[];

type Reached = 'en_ruta' | 'entregada' | 'no_entregada' | 'pendiente' | 'en_devolucion' | 'devuelta';
type Corrected = Exclude<Reached, 'devuelta'>;

/** The request of one step. */
export type ModelRequest =
  | { kind: 'assign'; courierId: string; refs: Refs }
  | { kind: 'unassign'; refs: Refs }
  | { kind: 'move'; from: string; to: string }
  | { kind: 'state'; to: Reached; paid: boolean; refs: Refs }
  | { kind: 'cancel'; refs: Refs }
  | { kind: 'correct'; to: Corrected; refs: Refs }
  | { kind: 'reorder'; courierId: string; refs: Refs }
  | { kind: 'edit'; id: string; version: number; note: string }
  | { kind: 'undo'; batch: string };

/** The result per order, or why nothing happened. */
export type Answer = { results: [id: string, result: Result][] } | { refused: string };

interface Batch {
  by: string;
  at: number;
  undoable: boolean;
  undone: boolean;
  before: Map<string, { version: number; was: ModelOrder }>;
}

/** from → the states that an ordinary change of state may lead to. */
export const COURSE: Partial<Record<OrderState, Reached[]>> = {
  asignada: ['en_ruta', 'entregada', 'no_entregada'],
  en_ruta: ['entregada', 'no_entregada'],
  no_entregada: ['pendiente', 'en_devolucion'],
  en_devolucion: ['devuelta'],
};

export const CORRECTIONS: Partial<Record<OrderState, Corrected[]>> = {
  entregada: ['entregada', 'no_entregada', 'en_ruta'],
  no_entregada: ['no_entregada', 'entregada', 'en_ruta'],
  devuelta: ['en_devolucion'],
  anulada: ['pendiente'],
};

export class Model {
  orders = new Map<string, ModelOrder>();
  batches = new Map<string, Batch>();

  copy(): Model {
    return Object.assign(new Model(), { orders: structuredClone(this.orders), batches: structuredClone(this.batches) });
  }

  load(courier: string): [string, ModelOrder][] {
    return [...this.orders]
      .filter(([, order]) => order.courier === courier && ['asignada', 'en_ruta'].includes(order.state))
      .sort(([a, one], [b, other]) => (one.stop ?? 0) - (other.stop ?? 0) || Number(a) - Number(b));
  }

  /** @param batch the service's batch id, if it changed anything. */
  ask(asked: ModelRequest, by: string, now: number, batch: string | null): Answer {
    const before: Batch['before'] = new Map();
    const each = (refs: Refs, change: (order: ModelOrder) => Result): Answer => {
      const results = refs.map(({ id, version }): [string, Result] => {
        const order = this.orders.get(id);
        if (!order) return [id, 'not_found'];
        if (order.version !== version) return [id, 'stale'];
        const was = { ...order };
        const result = change(order);
        if (result !== 'changed') return [id, result];
        order.version += 1;
        before.set(id, { version: order.version, was });
        return [id, 'changed'];
      });
      if (before.size > 0 && batch !== null)
        this.batches.set(batch, { by, at: now, undoable: asked.kind !== 'undo', undone: false, before });
      return { results };
    };

    switch (asked.kind) {
      case 'assign': {
        let next = Math.max(0, ...this.load(asked.courierId).map(([, { stop }]) => stop ?? 0));
        return each(asked.refs, (order) => give(order, asked.courierId, () => (next += 1)));
      }
      case 'move': {
        let next = Math.max(0, ...this.load(asked.to).map(([, { stop }]) => stop ?? 0));
        const refs = this.load(asked.from).map(([id, { version }]) => ({ id, version }));
        return each(refs, (order) => give(order, asked.to, () => (next += 1)));
      }
      case 'unassign':
        return each(asked.refs, (order) => {
          if (order.state === 'pendiente') return 'same';
          if (order.state !== 'asignada') return 'state';
          Object.assign(order, { state: 'pendiente', courier: null, stop: null });
          return 'changed';
        });
      case 'state':
        return each(asked.refs, (order) => {
          if (order.state === asked.to) return 'same';
          if (!COURSE[order.state]?.includes(asked.to)) return 'state';
          if (asked.to === 'pendiente') order.attempt += 1;
          return close(order, asked.to, asked.paid);
        });
      case 'correct':
        if (by !== 'chief') return { refused: 'forbidden' };
        return each(asked.refs, (order) =>
          CORRECTIONS[order.state]?.includes(asked.to) ? close(order, asked.to, true, CORRECTED) : 'state',
        );
      case 'cancel':
        if (by !== 'chief') return { refused: 'forbidden' };
        return each(asked.refs, (order) => {
          if (order.state === 'anulada') return 'same';
          if (!['pendiente', 'asignada', 'no_entregada'].includes(order.state)) return 'state';
          Object.assign(order, { state: 'anulada', courier: null, stop: null, reason: null });
          return 'changed';
        });
      case 'reorder': {
        const load = new Set(this.load(asked.courierId).map(([id]) => id));
        if ([...load].some((id) => !asked.refs.some((ref) => ref.id === id))) return { refused: 'conflict' };
        const byId = new Map([...this.orders].map(([id, order]) => [order, id]));
        let stop = 0;
        return each(asked.refs, (order) => {
          if (!load.has(byId.get(order) ?? '')) return 'not_of_courier';
          stop += 1;
          if (order.stop === stop) return 'same';
          order.stop = stop;
          return 'changed';
        });
      }
      case 'edit': {
        const order = this.orders.get(asked.id);
        if (order?.version !== asked.version) return { refused: 'conflict' };
        if (['entregada', 'en_devolucion', 'devuelta', 'anulada'].includes(order.state)) return { refused: 'conflict' };
        if (order.note === asked.note) return { results: [[asked.id, 'same']] };
        order.note = asked.note;
        order.version += 1;
        return { results: [[asked.id, 'changed']] };
      }
      case 'undo': {
        const undone = this.batches.get(asked.batch);
        if (!undone) return { refused: 'not-found' };
        if (undone.by !== by) return { refused: 'forbidden' };
        if (!undone.undoable || undone.undone || now - undone.at > 30_000) return { refused: 'conflict' };
        undone.undone = true;
        const refs = [...undone.before].map(([id, { version }]) => ({ id, version }));
        const byOrder = new Map([...undone.before].map(([id, { was }]) => [this.orders.get(id), was]));
        return each(refs, (order) => {
          const { version } = order;
          Object.assign(order, byOrder.get(order), { version });
          return 'changed';
        });
      }
    }
  }
}

function give(order: ModelOrder, courier: string, next: () => number): Result {
  if (order.state === 'asignada' || order.state === 'en_ruta') {
    if (order.courier === courier) return 'same';
    Object.assign(order, { courier, stop: next() });
    return 'changed';
  }
  if (order.state !== 'pendiente') return 'state';
  Object.assign(order, { state: 'asignada', courier, stop: next() });
  return 'changed';
}

/** What a closing and a correction state, so that a correction changes something. */
const CLOSED = { means: 'yape', reason: 'ausente' } as const;
const CORRECTED = { means: 'plin', reason: 'rechazado' } as const;

function close(
  order: ModelOrder,
  to: OrderState,
  paid: boolean,
  { means, reason }: typeof CLOSED | typeof CORRECTED = CLOSED,
): Result {
  const was = JSON.stringify(order);
  const unpaid = { payments: [] };
  if (to === 'entregada') {
    if (order.due !== null && !paid) return 'collection_missing';
    Object.assign(order, {
      state: to,
      reason: null,
      payments: order.due === null ? [] : [{ means, amount: order.due }],
    });
  } else if (to === 'no_entregada') Object.assign(order, { state: to, reason, ...unpaid });
  else if (to === 'pendiente') Object.assign(order, { state: to, reason: null, courier: null, stop: null });
  else if (to === 'en_ruta') Object.assign(order, { state: to, reason: null, ...unpaid });
  else order.state = to;
  return JSON.stringify(order) === was ? 'same' : 'changed';
}
