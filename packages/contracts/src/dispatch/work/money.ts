import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { BULK_BODY, LIST_ANSWER, MONEY, MONEY_DESK } from '../../policy.ts';
import { foldedText } from '../../text.ts';
import { dayConfirmation } from './days.ts';
import { EXPORT_FORMATS } from '../orders/exports.ts';
import { actor, allDiffer, centimos, day, inOffice, rowId, whyText } from '../platform/fields.ts';
import { CSV_MEDIA_TYPE, XLSX_MEDIA_TYPE } from '../platform/files.ts';
import {
  AGREED_MATTERS,
  CORRECTION,
  countedAmount,
  type Counted,
  MONEY_ACT_CODES,
  MONEY_PLACE_CODES,
  MONEY_REASON_CODES,
  MONEY_REASONS,
  MONEY_STATE_CODES,
} from './money-words.ts';
import { payment } from '../orders/payments.ts';
import { codesOf, COLLECTION_MEANS_CODES, MAX_ORDERS } from '../platform/words.ts';

const anyReason = z.enum([...MONEY_REASON_CODES, CORRECTION]);

/** The money of a courier's working day: where each céntimo is that was collected. All amounts in céntimos. */
const courierMoney = z.object({
  courier: z.object({ id: z.string(), name: z.string() }),
  startedAt: z.nullable(z.iso.datetime()),
  /** «Cierre del día» of the phone. */
  end: z.nullable(z.object({ at: z.iso.datetime(), unsent: z.int() })),
  confirmed: z.nullable(dayConfirmation),
  delivered: z.int(),
  failed: z.int(),
  /** Still to be visited. */
  open: z.int(),
  /** The amount due of the delivered orders. */
  due: z.int(),
  state: z.enum(MONEY_STATE_CODES),
  /** Version of the newest entry; 0 without entries. Requests name the one that the person saw. */
  version: z.int(),
  collected: z.array(payment),
  /** With the courier. */
  held: z.array(payment),
  /** Additional cash of visits in review; not part of `collected` yet. */
  inReview: z.int(),
  /** In the cash desk. */
  received: z.int(),
  account: z.array(payment),
  /** Positive if money is missing, negative if there is too much. */
  differences: z.array(z.object({ reason: anyReason, amount: z.int() })),
  /**
   * Amounts that another person has to accept: expenses above a limit, of a confirmed day the one of then, and orders
   * that one account closed for less than is due and whose courier's cash it received. Null if none, or once agreed.
   */
  doubts: z.nullable(z.object({ expenses: z.int(), limit: z.int(), orders: z.int() })),
  /** How often the courier handed over money that counts, and the last time. */
  handovers: z.object({ count: z.int(), last: z.nullable(dayConfirmation) }),
  /** Cash that the courier has of all days together, that of visits in review included. */
  carried: z.int(),
});

export type CourierMoney = z.infer<typeof courierMoney>;

const moneyDay = z.object({
  day: z.string(),
  /** The couriers with visits, orders, a start or money on this day, by name. */
  couriers: z.array(courierMoney),
  /** The most cash that a courier should carry; null without a limit. */
  cashLimit: z.nullable(z.int()),
  /** What may be received in excess without another person; 0 without a limit. */
  surplusLimit: z.int(),
  /** Earlier days with money that couriers still have, the last first; at most 31. */
  earlier: z.array(z.object({ day: z.string(), couriers: z.int(), amount: z.int() })),
});

export type MoneyDay = z.infer<typeof moneyDay>;

const pieces = z.int().check(z.minimum(0), z.maximum(100_000));

/** Notes and coins as they were counted. */
const counted = z.strictObject({
  n200: pieces,
  n100: pieces,
  n50: pieces,
  n20: pieces,
  n10: pieces,
  /** In céntimos. */
  coins: centimos,
}) satisfies z.ZodMiniType<Counted>;

/** What happened to a courier's money, without the collections themselves. */
const movement = z.object({
  act: z.string(),
  what: z.enum(MONEY_ACT_CODES),
  at: z.iso.datetime(),
  by: actor,
  /** From one place to another; null is the recipient. */
  lines: z.array(
    z.object({
      means: z.enum(COLLECTION_MEANS_CODES),
      from: z.nullable(z.enum(MONEY_PLACE_CODES)),
      to: z.nullable(z.enum(MONEY_PLACE_CODES)),
      amount: z.int(),
      reason: z.nullable(anyReason),
      /** Code of the order. */
      code: z.nullable(z.string()),
      operation: z.nullable(z.string()),
    }),
  ),
  counted: z.nullable(counted),
  note: z.nullable(z.string()),
  /** The act that cancelled it. */
  undone: z.boolean(),
});

export type MoneyMovement = z.infer<typeof movement>;

/** A payment that does not pass through the cash desk. */
const accountPayment = z.object({
  orderId: z.string(),
  code: z.string(),
  client: z.string(),
  means: z.enum(COLLECTION_MEANS_CODES),
  amount: z.int(),
  /** Whether it was found in the account. */
  inAccount: z.boolean(),
  /** The number of the operation, as the account shows it. */
  operation: z.nullable(z.string()),
});

export type AccountPayment = z.infer<typeof accountPayment>;

const moneyOfCourier = z.object({
  money: courierMoney,
  day: z.string(),
  office: z.string(),
  company: z.string(),
  /** Newest first. */
  movements: z.array(movement),
  payments: z.array(accountPayment),
});

export type MoneyOfCourier = z.infer<typeof moneyOfCourier>;

const ofCourier = { courierId: rowId, day, version: z.int().check(z.nonnegative()) };

const receiveBody = z
  .strictObject({
    ...ofCourier,
    /** Cash. 0 only records a difference. */
    amount: centimos,
    counted: z.optional(counted),
    /**
     * The missing amount (positive) or the surplus (negative), with the reason. Otherwise the rest stays with the
     * courier.
     */
    difference: z.optional(
      z.strictObject({
        amount: z.int().check(z.minimum(-100_000_000), z.maximum(100_000_000)),
        reason: z.enum(MONEY_REASON_CODES),
        /** Required for `otro`. */
        note: z.optional(foldedText(120)),
      }),
    ),
  })
  .check(
    z.refine(({ amount, difference }) => amount > 0 || difference !== undefined, 'Escriba cuánto recibe'),
    z.refine(
      ({ counted: notes, amount }) => notes === undefined || countedAmount(notes) === amount,
      'El conteo no suma lo que recibe',
    ),
    z.refine(
      ({ difference }) =>
        difference === undefined ||
        (difference.amount !== 0 && MONEY_REASONS[difference.reason][difference.amount > 0 ? 'missing' : 'surplus']),
      'Ese motivo no corresponde a la diferencia',
    ),
    z.refine(
      ({ difference }) => difference?.reason !== 'otro' || difference.note !== undefined,
      'Escriba el motivo de la diferencia',
    ),
  );

export type Receive = z.infer<typeof receiveBody>;

/** The number of an operation, as a bank or wallet shows it. */
const operationNumber = foldedText(40);

const verifyBody = z.strictObject({
  ...ofCourier,
  payments: z
    .array(
      z.strictObject({
        orderId: rowId,
        means: z.enum(COLLECTION_MEANS_CODES).check(z.refine((means) => means !== 'efectivo')),
        operation: z.optional(operationNumber),
      }),
    )
    .check(
      z.minLength(1),
      z.maxLength(MAX_ORDERS),
      allDiffer<{ orderId: string; means: string }>(
        'Hay pagos repetidos',
        ({ orderId, means }) => `${orderId} ${means}`,
      ),
    ),
  /** The amount in the account for a number that several of these payments have; it must be their sum. */
  transfers: z.optional(
    z
      .array(z.strictObject({ means: z.enum(COLLECTION_MEANS_CODES), operation: operationNumber, amount: centimos }))
      .check(z.maxLength(MAX_ORDERS)),
  ),
  /** The person saw which other payments have these numbers. */
  repeated: z.optional(z.literal(true)),
});

export type VerifyPayments = z.infer<typeof verifyBody>;

const undoMoneyBody = z.strictObject({
  courierId: rowId,
  day,
  act: z.uuid(),
  /** Required later than 30 seconds, and for what another person recorded. */
  why: z.optional(whyText),
});

export type UndoMoney = z.infer<typeof undoMoneyBody>;

const agreeBody = z.strictObject({
  ...ofCourier,
  matter: z.enum(AGREED_MATTERS),
  /** The expenses that the person saw, or the largest surplus to be received. */
  amount: centimos,
});

export type AgreeMoney = z.infer<typeof agreeBody>;

/** A number of an operation that several payments have which are in the account. */
const repeatedNumber = z.object({
  means: z.enum(COLLECTION_MEANS_CODES),
  /** Without spaces, signs and leading zeros. */
  number: z.string(),
  /** Newest first. */
  payments: z.array(
    z.object({
      officeId: z.string(),
      /** Code of the order. */
      code: z.string(),
      /** `by` passed it to the account. Null for another office without charge S. */
      details: z.nullable(z.object({ courier: z.string(), day: z.string(), amount: z.int(), by: z.string() })),
    }),
  ),
});

export type RepeatedNumber = z.infer<typeof repeatedNumber>;

/** The receipt of an act. */
const moneyReceipt = z.object({
  act: z.string(),
  at: z.iso.datetime(),
  /** Until when its author may undo it without a reason; null if it cannot be undone. */
  undoUntil: z.nullable(z.iso.datetime()),
  money: courierMoney,
});

export type MoneyReceipt = z.infer<typeof moneyReceipt>;

const write = { ...MONEY_DESK, repeatable: true } as const;

/** «Liquidación»: what couriers collected, handed over and still have. */
export const moneyOperations = {
  'money.day': operation('GET', '/api/money', {
    summary: 'Liquidación de un día: lo cobrado por cada repartidor y dónde está cada céntimo',
    policy: { ...MONEY, answerBytes: LIST_ANSWER },
    query: z.strictObject({ ...inOffice.shape, day: z.optional(day) }),
    response: moneyDay,
  }),
  'money.courier': operation('GET', '/api/money/courier', {
    summary: 'El dinero de un repartidor en un día, con cada movimiento y los pagos que van a la cuenta',
    policy: { ...MONEY, answerBytes: LIST_ANSWER },
    query: z.strictObject({ ...inOffice.shape, day, courierId: rowId }),
    response: moneyOfCourier,
  }),
  'money.receive': operation('POST', '/api/money/receive', {
    summary: 'Recibe efectivo de un repartidor, con el motivo de la diferencia si la hay',
    policy: write,
    query: inOffice,
    body: receiveBody,
    response: moneyReceipt,
  }),
  'money.verify': operation('POST', '/api/money/verify', {
    summary: 'Pasa a la cuenta pagos por Yape, Plin, transferencia o POS, con su número de operación',
    policy: { ...write, bodyBytes: BULK_BODY * 2 },
    query: inOffice,
    body: verifyBody,
    response: moneyReceipt,
  }),
  'money.undo': operation('POST', '/api/money/undo', {
    summary: 'Anula una recepción: en 30 segundos quien la hizo, después con un motivo, hasta que se confirme el día',
    policy: write,
    query: inOffice,
    body: undoMoneyBody,
    response: moneyReceipt,
  }),
  'money.repeated': operation('GET', '/api/money/repeated', {
    summary:
      'Números de operación que en 90 días pasaron a la cuenta pagos de varias órdenes, sin los de una sola transferencia',
    policy: { ...MONEY, answerBytes: LIST_ANSWER },
    query: inOffice,
    response: z.array(repeatedNumber),
  }),
  'money.agree': operation('POST', '/api/money/agree', {
    summary: 'Otra persona acepta los gastos de un día, o anota un sobrante grande antes de que se reciba',
    policy: { ...MONEY, repeatable: true },
    query: inOffice,
    body: agreeBody,
    response: moneyReceipt,
  }),
  'money.export': operation('GET', '/api/money/export', {
    summary: 'Descarga la liquidación de un día, en CSV o Excel',
    policy: { ...MONEY, answerBytes: LIST_ANSWER },
    query: z.strictObject({
      ...inOffice.shape,
      day,
      formato: z.enum(codesOf(EXPORT_FORMATS)),
    }),
    response: { stream: CSV_MEDIA_TYPE, file: [CSV_MEDIA_TYPE, XLSX_MEDIA_TYPE] },
  }),
};
