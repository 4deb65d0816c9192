import { codesOf } from '../platform/words.ts';

/**
 * Where collected money is. `repartidor` holds what its courier has not handed over, or what nobody has found in the
 * account yet. The last two places are for paying clients: nothing is there yet.
 */
export const MONEY_PLACES = {
  repartidor: 'Con el repartidor',
  caja: 'En caja',
  cuenta: 'En cuenta',
  diferencias: 'Diferencias',
  tarifa: 'Tarifa',
  rendido: 'Rendido al cliente',
} as const;

export type MoneyPlace = keyof typeof MONEY_PLACES;

export const MONEY_PLACE_CODES = codesOf(MONEY_PLACES);

/**
 * Why the amount received differs from the amount collected, and which differences have each reason. An `explained` one
 * leaves the day «Conforme».
 */
export const MONEY_REASONS = {
  vuelto: { name: 'Vuelto', missing: true, surplus: true, explained: true },
  pasajes: { name: 'Pasajes', missing: true, surplus: false, explained: true },
  peaje: { name: 'Peaje', missing: true, surplus: false, explained: true },
  faltante: { name: 'Faltante', missing: true, surplus: false, explained: false },
  sobrante: { name: 'Sobrante', missing: false, surplus: true, explained: false },
  otro: { name: 'Otro', missing: true, surplus: true, explained: true },
} as const;

/** A reason that people give. */
export type MoneyReason = keyof typeof MONEY_REASONS;

export const MONEY_REASON_CODES = codesOf(MONEY_REASONS);

/** The reason of a difference left by a corrected visit whose money had been received. People cannot choose it. */
export const CORRECTION = 'correccion';

/** @returns the text of a reason. */
export const reasonName = (reason: MoneyReason | typeof CORRECTION): string =>
  reason === CORRECTION ? 'Cobro corregido después' : MONEY_REASONS[reason].name;

/** @returns the reasons of a difference. @param missing in céntimos; negative if there is too much. */
export const reasonsOf = (missing: number): MoneyReason[] =>
  MONEY_REASON_CODES.filter((code) => MONEY_REASONS[code][missing > 0 ? 'missing' : 'surplus']);

/** What another person agrees with: the expenses of a day, or a surplus before it is received. */
export const AGREED_MATTERS = ['gastos', 'sobrante'] as const;

export type AgreedMatter = (typeof AGREED_MATTERS)[number];

/** The state of a courier's money of a day. */
export const MONEY_STATES = {
  en_ruta: 'En ruta',
  por_recibir: 'Por recibir',
  parcial: 'Parcial',
  conforme: 'Conforme',
  por_revisar: 'Con gasto por revisar',
  diferencia: 'Diferencia',
} as const;

export type MoneyState = keyof typeof MONEY_STATES;

export const MONEY_STATE_CODES = codesOf(MONEY_STATES);

/** What entries of the ledger record together. */
export const MONEY_ACTS = {
  cobro: 'Cobro',
  correccion: 'Cobro corregido',
  entrega: 'Entrega de dinero',
  cuenta: 'Pagos pasados a la cuenta',
  confirmacion: 'Día confirmado',
  reapertura: 'Día reabierto',
  anulacion: 'Movimiento anulado',
  acuerdo: 'Acuerdo de otra persona',
} as const;

export type MoneyAct = keyof typeof MONEY_ACTS;

export const MONEY_ACT_CODES = codesOf(MONEY_ACTS);

/** Notes that a cashier counts, in céntimos; the rest is coins. */
export const NOTES = [20_000, 10_000, 5000, 2000, 1000] as const;

/** The fields of a count: the number of each note, and the coins in céntimos. */
export const COUNT_FIELDS = ['n200', 'n100', 'n50', 'n20', 'n10', 'coins'] as const;

export type CountField = (typeof COUNT_FIELDS)[number];

export type Counted = Record<CountField, number>;

/** @returns the value of a count, in céntimos. */
export const countedAmount = (counted: Counted): number =>
  COUNT_FIELDS.reduce((sum, field, index) => sum + counted[field] * (NOTES[index] ?? 1), 0);

/** The facts that the state depends on. */
interface Facts {
  confirmed: object | null;
  /** The courier still visits: there are open orders, no «Cierre del día», and the day is not over. */
  isOnRoute: boolean;
  /** The amount still with the courier, by any means. */
  held: number;
  /** Whether anything was received, passed to the account or explained. */
  isBegun: boolean;
  differences: readonly { reason: MoneyReason | typeof CORRECTION; amount: number }[];
  /** Whether expenses above the limit wait for another person. */
  isOverspent: boolean;
  /** Whether the day was confirmed where nobody else could have agreed. */
  isClosedAlone: boolean;
}

/** @returns the sum of the differences that nobody has explained. */
const unexplained = (differences: Facts['differences']): number =>
  differences.reduce(
    (sum, { reason, amount }) => (reason !== CORRECTION && MONEY_REASONS[reason].explained ? sum : sum + amount),
    0,
  );

/** @returns the state of a courier's money. */
export function moneyState(facts: Facts): MoneyState {
  const { confirmed, isOnRoute, held, isBegun, differences, isOverspent, isClosedAlone } = facts;
  if (!confirmed && isOnRoute) return 'en_ruta';
  if (!confirmed && held > 0) return isBegun ? 'parcial' : 'por_recibir';
  if (unexplained(differences) !== 0) return 'diferencia';
  if (isOverspent) return confirmed && isClosedAlone ? 'por_revisar' : 'diferencia';
  return 'conforme';
}
