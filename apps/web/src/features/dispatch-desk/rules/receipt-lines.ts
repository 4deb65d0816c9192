import { ORDER_STATES, type OrderChange, type Outcome, REFUSALS, type Standing } from '@despacho/contracts/dispatch';
import { formatRelative } from '#shared/format/format-relative.ts';
import { type Action } from './action.ts';

/** What a person did to one order, after the person's name. */
const CHANGE_SENTENCES: Readonly<Record<OrderChange, string>> = {
  creada: 'la creó',
  importada: 'la importó',
  duplicada: 'la creó como copia',
  editada: 'la editó',
  ubicada: 'la ubicó por su dirección',
  reprogramada: 'la reprogramó',
  asignada: 'la asignó',
  reasignada: 'la reasignó',
  desasignada: 'la desasignó',
  reordenada: 'cambió su parada',
  en_ruta: 'la puso en ruta',
  entregada: 'la marcó como entregada',
  no_entregada: 'la marcó como no entregada',
  nueva_visita: 'la volvió a programar',
  en_devolucion: 'la puso en devolución',
  devuelta: 'la marcó como devuelta',
  anulada: 'la anuló',
  corregida: 'corrigió su cierre',
  visita_aceptada: 'aceptó la visita del repartidor',
  visita_rechazada: 'rechazó la visita del repartidor',
  deshecha: 'deshizo un cambio',
};

/** Result of one order. */
export interface ReceiptLine {
  id: string;
  code: string;
  result: 'done' | 'same' | 'refused';
  outcome: Outcome;
  /** Label of the action's part, if it has several. */
  part: string | undefined;
}

const resultOf = (outcome: Outcome): ReceiptLine['result'] => {
  if (!outcome.ok) return 'refused';
  return outcome.changed ? 'done' : 'same';
};

/** @returns the result of each order, refused ones first because they need attention. */
export function receiptLines({ steps, codes }: Action): ReceiptLine[] {
  const lines = steps.flatMap(({ progress, part }) =>
    progress.state !== 'done'
      ? []
      : progress.receipt.outcomes.map((outcome) => ({
          id: outcome.id,
          code: outcome.code ?? codes.get(outcome.id) ?? `N.º ${outcome.id}`,
          result: resultOf(outcome),
          outcome,
          part,
        })),
  );
  return [...lines.filter(({ result }) => result === 'refused'), ...lines.filter(({ result }) => result !== 'refused')];
}

const standingText = ({ state, courier }: Standing): string =>
  `${ORDER_STATES[state]}${courier === null ? '' : `, con ${courier.name}`}`;

/** @returns why an order was refused: the reason, who changed what and when, and its current state. */
export function refusalText(outcome: Extract<Outcome, { ok: false }>, now: Date): string {
  const { confirmed } = outcome;
  if (confirmed) return `${REFUSALS[outcome.why]} por ${confirmed.by.user} ${formatRelative(confirmed.at, now)}`;
  const why = REFUSALS[outcome.why];
  if (outcome.now === null) return why;
  const { state, courier, changed } = outcome.now;
  const isAssigned = changed.what === 'asignada' || changed.what === 'reasignada';
  const to = isAssigned && courier !== null ? ` a ${courier.name}` : '';
  const did = `${changed.by.user} ${CHANGE_SENTENCES[changed.what]}${to} ${formatRelative(changed.at, now)}`;
  if (outcome.why !== 'changed') return `${why}: ${standingText(outcome.now)}. ${did}`;
  return isAssigned || changed.what === state ? did : `${did}: ${standingText(outcome.now)}`;
}

export function lineText({ outcome }: ReceiptLine, now: Date): string {
  if (!outcome.ok) return refusalText(outcome, now);
  return outcome.changed ? 'Hecho' : 'Ya estaba así';
}
