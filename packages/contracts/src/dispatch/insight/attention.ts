import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { DISPATCH, LIST_ANSWER, type OperationPolicy } from '../../policy.ts';
import { ATTENTION_KIND_CODES } from '../people/attention-kinds.ts';
import { actor, countsBy, inOffice, rowInOffice, version } from '../platform/fields.ts';
import { PHOTO_FAULT_CODES } from '../platform/photo-faults.ts';
import { codesOf, COURIER_DOCUMENT_CODES, EVIDENCE_KIND_CODES } from '../platform/words.ts';
import { REVIEW_REASON_CODES } from '../field/visits.ts';

const kind = z.enum(ATTENTION_KIND_CODES);

/** A cause, with what its sentence needs. */
const cause = z.object({
  kind,
  since: z.iso.datetime(),
  /** When the order is due. */
  due: z.optional(z.iso.datetime()),
  /** Orders that a silent courier carries. */
  orders: z.optional(z.int()),
  /** Céntimos due and paid, or the limit and the cash that a courier has; only for people with D05. */
  amounts: z.optional(z.object({ due: z.int(), paid: z.int() })),
  /** Why a visit is reviewed; `foto`: because of one of its pictures. */
  why: z.optional(z.enum([...REVIEW_REASON_CODES, 'foto'])),
  /** Kinds of photos that are missing, or may have to be taken again. */
  missing: z.optional(z.array(z.enum(EVIDENCE_KIND_CODES))),
  times: z.optional(z.int()),
  /** The faults found in photos and closing; only for people with U01. */
  faults: z.optional(z.array(z.enum(PHOTO_FAULT_CODES))),
  /** The working day of a route. */
  day: z.optional(z.string()),
  /** Documents that expired or are about to, without their numbers, and the last day of each. */
  documents: z.optional(z.array(z.object({ kind: z.enum(COURIER_DOCUMENT_CODES), until: z.string() }))),
});

export type AttentionCause = z.infer<typeof cause>;

/** One order or courier that needs a person, with all its causes, the most urgent first. */
const line = z.object({
  id: z.string(),
  /** Number of acts of people on it. */
  version: z.int(),
  /** Start of its most urgent cause. */
  since: z.iso.datetime(),
  causes: z.array(cause),
  /** Null for a line about a courier. The client and district only for people with U01. */
  order: z.nullable(
    z.object({
      id: z.string(),
      code: z.string(),
      isAssigned: z.boolean(),
      client: z.nullable(z.string()),
      district: z.nullable(z.string()),
      /** When a photo was asked for that has not arrived yet. */
      asked: z.optional(z.iso.datetime()),
    }),
  ),
  /** The telephone only for people with U01. */
  courier: z.nullable(z.object({ id: z.string(), name: z.string(), phone: z.nullable(z.string()) })),
  taken: z.nullable(z.object({ by: actor, at: z.iso.datetime() })),
  snoozed: z.nullable(z.object({ by: actor, until: z.iso.datetime() })),
  /** When its last cause ended; null while it is open. */
  closedAt: z.nullable(z.iso.datetime()),
});

const listedLine = z.extend(line, {
  /**
   * Set if it represents many of its first kind, as the oldest: open lines with that cause that are not postponed, and
   * whether there are more than are counted. `causa` lists them.
   */
  many: z.optional(z.object({ count: z.int(), more: z.optional(z.literal(true)) })),
});

export type AttentionLine = z.infer<typeof listedLine>;

const attention = z.object({
  /** Revision of `attention.moved`. */
  revision: z.int(),
  /** Lines that are not postponed. One that represents many counts once. */
  open: z.int(),
  /** Those of them that the person has taken. */
  mine: z.int(),
  snoozed: z.int(),
  /** Whether there are more than are counted. */
  more: z.optional(z.literal(true)),
  /** Lines with each kind, postponed ones included. */
  kinds: z.partial(countsBy(ATTENTION_KIND_CODES)),
  /** Those of today first, most urgent first; postponed ones last. */
  lines: z.array(listedLine),
  /** Lines closed in the last half hour, newest first. */
  closed: z.array(line),
});

export type Attention = z.infer<typeof attention>;

/** Acts of people on a line. */
export const ATTENTION_ACTS = {
  tomar: 'se encargó',
  soltar: 'la dejó',
  posponer: 'la pospuso',
  retomar: 'la volvió a mostrar',
} as const;

export type AttentionAct = keyof typeof ATTENTION_ACTS;

/** Changes of lines whose person loses access to the office. The history lists them in addition to the acts. */
export const ATTENTION_TRANSFERS = {
  devolver: 'la devolvió a la lista',
  entregar: 'la pasó',
} as const;

export type AttentionHistoryAct = AttentionAct | keyof typeof ATTENTION_TRANSFERS;

const HISTORY_ACT_CODES = Object.keys({ ...ATTENTION_ACTS, ...ATTENTION_TRANSFERS }) as [
  AttentionHistoryAct,
  ...AttentionHistoryAct[],
];

const actBody = z.strictObject({
  /** The version that the person saw. */
  version,
  act: z.enum(codesOf(ATTENTION_ACTS)),
  /** For «posponer». */
  until: z.optional(z.iso.datetime()),
});

export type ActOnAttention = z.infer<typeof actBody>;

const closedLine = z.extend(line, {
  acts: z.array(
    z.object({
      act: z.enum(HISTORY_ACT_CODES),
      by: actor,
      at: z.iso.datetime(),
      until: z.nullable(z.iso.datetime()),
      /** Who received it, for «entregar». */
      to: z.optional(actor),
    }),
  ),
});

export type ClosedAttention = z.infer<typeof closedLine>;

const attentionHistory = z.object({
  /** The last closed first. */
  lines: z.array(closedLine),
  /** The cursor of the next page; null on the last page. */
  next: z.nullable(z.string()),
});

export type AttentionHistory = z.infer<typeof attentionHistory>;

/** Closed lines in one page of the history. */
export const ATTENTION_PAGE = 50;

/** The list changed, in numbers that grow. It has no id: a page reads the list again. */
export const attentionMoved = z.object({ type: z.literal('attention.moved'), officeId: z.string(), revision: z.int() });

export type AttentionMoved = z.infer<typeof attentionMoved>;

const WATCH = { ...DISPATCH, access: ['D04'] } as const satisfies OperationPolicy;

/** «Por atender»: what needs a person now. */
export const attentionOperations = {
  'attention.list': operation('GET', '/api/attention', {
    summary: 'Por atender: lo que necesita a una persona ahora, quién se encargó y hasta cuándo se pospuso',
    policy: { ...WATCH, answerBytes: LIST_ANSWER },
    /** `limite`: lines in the answer; 0 for only the numbers. `causa`: each line with this cause, and the numbers of those. */
    query: z.strictObject({
      ...inOffice.shape,
      limite: z.optional(z.string().check(z.regex(/^(0|[1-9]\d?|[1-4]\d\d|500)$/))),
      causa: z.optional(kind),
    }),
    response: attention,
  }),
  'attention.history': operation('GET', '/api/attention/history', {
    summary: 'Lo que se atendió en los últimos 90 días: cuándo empezó y terminó, quién se encargó y quién lo pospuso',
    policy: { ...WATCH, answerBytes: LIST_ANSWER },
    query: z.strictObject({
      ...inOffice.shape,
      cursor: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}-[1-9]\d{0,14}$/))),
    }),
    response: attentionHistory,
  }),
  'attention.act': operation('POST', '/api/attention/:id/acts', {
    summary: 'Se encarga de una línea de «Por atender», la deja, la pospone hasta una hora o la vuelve a mostrar',
    policy: { ...DISPATCH, repeatable: true },
    ...rowInOffice,
    body: actBody,
    response: line,
  }),
};
