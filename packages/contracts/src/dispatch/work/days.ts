import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { DISPATCH, LIST_ANSWER, MONEY_DESK } from '../../policy.ts';
import { foldedText } from '../../text.ts';
import { MONEY_REASON_CODES, MONEY_REASONS } from './money-words.ts';
import { actor, day, inOffice, officeEvent, rowId, whyText } from '../platform/fields.ts';
import { payment } from '../orders/payments.ts';
import { codesOf } from '../platform/words.ts';

/** Who confirmed the close of a courier's day, and when. */
export const dayConfirmation = z.object({ at: z.iso.datetime(), by: actor });

export type DayConfirmation = z.infer<typeof dayConfirmation>;

/** The results of a courier's visits of a day. Once the day is confirmed, they no longer change. */
const dayTotals = z.object({
  delivered: z.int(),
  failed: z.int(),
  /** Still to be visited. */
  open: z.int(),
  /** The sum collected by each means, in céntimos. */
  payments: z.array(payment),
  /** The amount due of the delivered orders, in céntimos. */
  due: z.int(),
});

export type DayTotals = z.infer<typeof dayTotals>;

/** The working day of a courier, as the office sees it. */
const courierDay = z.extend(dayTotals, {
  courier: z.object({ id: z.string(), name: z.string() }),
  /** When the courier pressed «Salí a ruta», otherwise when the office put the orders on the way. */
  startedAt: z.nullable(z.iso.datetime()),
  /**
   * «Cierre del día» of the phone, with the number of photos and visits that it still had to send, or «Cerrar ruta» of the
   * office.
   */
  end: z.nullable(z.object({ at: z.iso.datetime(), unsent: z.int(), byOffice: z.optional(z.literal(true)) })),
  confirmed: z.nullable(dayConfirmation),
});

export type CourierDay = z.infer<typeof courierDay>;

const dayList = z.object({
  /** The working day. */
  day: z.string(),
  /** The couriers with visits, orders or a start on this day, by name. */
  couriers: z.array(courierDay),
});

export type DayList = z.infer<typeof dayList>;

const DAY_CHANGES = {
  salida: 'Salió a ruta',
  despachada: 'La oficina dio la salida',
  cierre: 'Envió su cierre del día',
  cerrada: 'Ruta cerrada por la oficina',
  confirmada: 'Cierre del día confirmado',
  reabierta: 'Cierre del día reabierto',
} as const;

export type DayChange = keyof typeof DAY_CHANGES;

/** A courier started or closed the day, or the office confirmed or reopened it. Has no amounts. */
export const dayChanged = officeEvent('day.changed', {
  what: z.enum(codesOf(DAY_CHANGES)),
  courier: z.object({ id: z.string(), name: z.string() }),
  day: z.string(),
  /** Why a confirmed day was reopened. */
  why: z.optional(z.string()),
  /** Visits that the start let count in this day; only in events of earlier versions: they are changes of their orders. */
  movedVisits: z.optional(z.int()),
  /** Of a start for a later day than the office's: its own was confirmed, or it is tomorrow's route. */
  isAhead: z.optional(z.literal(true)),
});

export type DayChanged = z.infer<typeof dayChanged>;

/** Money of a courier was received, found in the account, or moved back. Has no amounts. */
export const moneyChanged = officeEvent('money.changed', {
  what: z.enum(['recibida', 'verificada', 'anulada', 'acordada']),
  courier: z.object({ id: z.string(), name: z.string() }),
  day: z.string(),
});

export type MoneyChanged = z.infer<typeof moneyChanged>;

const ofCourier = { courierId: rowId, day };

/** `otro` requires a note. */
const restReason = z.strictObject({ reason: z.enum(MONEY_REASON_CODES), note: z.optional(foldedText(120)) }).check(
  z.refine(({ reason }) => MONEY_REASONS[reason].missing, 'Ese motivo no corresponde'),
  z.refine(({ reason, note }) => reason !== 'otro' || note !== undefined, 'Escriba el motivo'),
);

const confirmDayBody = z.strictObject({
  ...ofCourier,
  /** The totals that the person saw: others are refused, so that nobody confirms amounts they have not seen. */
  delivered: z.int().check(z.nonnegative()),
  failed: z.int().check(z.nonnegative()),
  collected: z.int().check(z.nonnegative()),
  /** The newest entry of the ledger that the person saw, see `money.day`. */
  version: z.int().check(z.nonnegative()),
  /** Why money that was not handed over is not. Required if there is any. */
  rest: z.optional(restReason),
});

export type ConfirmDay = z.infer<typeof confirmDayBody>;

const reopenDayBody = z.strictObject({ ...ofCourier, why: whyText });

export type ReopenDay = z.infer<typeof reopenDayBody>;

/** «Cierre del día»: a confirmed day's deliveries and payments cannot be changed until it is reopened. */
export const dayOperations = {
  'days.list': operation('GET', '/api/days', {
    summary: 'El día de cada repartidor: entregas, cobros por medio y quién ya cerró',
    policy: { ...DISPATCH, answerBytes: LIST_ANSWER },
    query: z.strictObject({ ...inOffice.shape, day: z.optional(day) }),
    response: dayList,
  }),
  'days.confirm': operation('POST', '/api/days/confirm', {
    summary: 'Confirma el día de un repartidor, con lo que entregó o el motivo: sus entregas y cobros ya no cambian',
    policy: { ...MONEY_DESK, repeatable: true },
    query: inOffice,
    body: confirmDayBody,
    response: courierDay,
  }),
  'days.reopen': operation('POST', '/api/days/reopen', {
    summary: 'Reabre un cierre del día confirmado, con un motivo (cargo S)',
    policy: { ...MONEY_DESK, charge: 'S', repeatable: true },
    query: inOffice,
    body: reopenDayBody,
    response: courierDay,
  }),
};
