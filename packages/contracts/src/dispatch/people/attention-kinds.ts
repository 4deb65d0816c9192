import * as z from 'zod/mini';
import { codesOf } from '../platform/words.ts';

/** A threshold of a kind, set by the office. */
interface Limit {
  /** Follows the number in the settings. */
  unit: string;
  standard: number;
  least: number;
  most: number;
}

interface Kind {
  /** In the settings and above the list. */
  name: string;
  /** The subject of a line of this kind. */
  subject: 'orden' | 'repartidor';
  tone: 'alarm' | 'warning' | 'info' | 'neutral';
  /** When it appears, in the settings. The limit follows, if it has one. */
  when: string;
  limit?: Limit;
  /**
   * The text after the number in a line that represents many. Kinds without it are never joined: each needs its own
   * decision.
   */
  many?: string;
  /** Who sees it, if not everybody with D04: for `positions` M01, for `details` of couriers U01. */
  sight?: 'positions' | 'details';
}

const minutes = (unit: string, standard: number, most = 24 * 60): Limit => ({ unit, standard, least: 0, most });

/**
 * Everything that «Por atender» lists, most urgent first. A new kind needs an entry here, its query in the service
 * (`attention/kinds.ts`) and its sentence and action in the web (`attention/rules/kinds.ts`); none of them
 * compiles without it.
 */
const KINDS = {
  tarde: {
    name: 'Atrasadas',
    subject: 'orden',
    tone: 'alarm',
    when: 'Sigue abierta después de su hora',
    limit: minutes('minutos después', 0),
    many: 'órdenes atrasadas',
  },
  sin_senal: {
    name: 'Repartidor sin señal',
    subject: 'repartidor',
    tone: 'alarm',
    when: 'Está en ruta con órdenes y su teléfono no da señal',
    limit: minutes('minutos sin señal', 15),
    sight: 'positions',
  },
  por_vencer: {
    name: 'Por vencer',
    subject: 'orden',
    tone: 'warning',
    when: 'Sigue abierta y su horario está por terminar',
    limit: minutes('minutos antes', 30),
    many: 'órdenes por vencer',
  },
  sin_asignar: {
    name: 'Sin asignar',
    subject: 'orden',
    tone: 'warning',
    when: 'Es para hoy y nadie la lleva; antes del primer turno no cuenta',
    limit: minutes('minutos sin asignar', 120),
    many: 'órdenes sin asignar',
  },
  revisar: {
    name: 'Visita por revisar',
    subject: 'orden',
    tone: 'info',
    when: 'Una visita o una foto espera la decisión de la oficina',
  },
  tope: {
    name: 'Efectivo sobre el tope',
    subject: 'repartidor',
    tone: 'warning',
    when: 'Lleva más efectivo que el tope de la oficina, hasta que lo entregue',
  },
  cobro: {
    name: 'Cobro distinto',
    subject: 'orden',
    tone: 'warning',
    when: 'Se cobró otro monto, hasta que se corrija o se confirme el cierre del día',
  },
  acuerdo: {
    name: 'Dinero por aceptar',
    subject: 'repartidor',
    tone: 'warning',
    when: 'Gastó más que el tope, o una misma persona cerró por menos y recibió, hasta que otra lo acepte',
  },
  sin_prueba: {
    name: 'Sin la prueba pedida',
    subject: 'orden',
    tone: 'info',
    when: 'Se entregó hoy o ayer y falta una foto o la firma que pide la oficina o el cliente',
    limit: minutes('minutos después de la entrega', 30),
    many: 'órdenes sin la prueba pedida',
  },
  prueba: {
    name: 'Prueba con observación',
    subject: 'orden',
    tone: 'warning',
    when: 'Una foto o el cierre de hoy o de ayer no pasó una revisión, hasta que se dé por bueno o llegue otra foto',
  },
  reasignada: {
    name: 'Reasignada varias veces',
    subject: 'orden',
    tone: 'warning',
    when: 'Sigue abierta y pasó de un repartidor a otro',
    limit: { unit: 'veces', standard: 3, least: 2, most: 20 },
    many: 'órdenes reasignadas varias veces',
  },
  parado: {
    name: 'Parado lejos de sus direcciones',
    subject: 'repartidor',
    tone: 'warning',
    when: 'Está en ruta y no se mueve, lejos de las direcciones de sus órdenes',
    limit: { ...minutes('minutos parado', 10), least: 5 },
    sight: 'positions',
  },
  fuera: {
    name: 'Fuera de sus zonas',
    subject: 'repartidor',
    tone: 'warning',
    when: 'Está en ruta fuera de las zonas dibujadas que atiende; no se aplica a quien atiende también distritos',
    limit: { ...minutes('minutos fuera', 10), least: 5 },
    sight: 'positions',
  },
  sin_cierre: {
    name: 'Ruta sin cierre',
    subject: 'repartidor',
    tone: 'warning',
    when: 'Terminó su turno sin órdenes por visitar, o pasó el día, y no envió su «Cierre»',
    limit: minutes('minutos después del turno', 60),
  },
  documentos: {
    name: 'Documentos por vencer',
    subject: 'repartidor',
    tone: 'warning',
    when: 'Venció, o está por vencer, un documento de un repartidor que no está retirado',
    limit: { unit: 'días antes', standard: 15, least: 0, most: 90 },
    sight: 'details',
  },
  sin_lugar: {
    name: 'Por ubicar',
    subject: 'orden',
    tone: 'neutral',
    when: 'Es para hoy y su lugar se conoce a más de 300 m, o hay dos lugares distintos',
    many: 'órdenes por ubicar',
  },
} as const satisfies Record<string, Kind>;

export type AttentionKind = keyof typeof KINDS;

export const ATTENTION_KINDS: Readonly<Record<AttentionKind, Kind>> = KINDS;

export const ATTENTION_KIND_CODES = codesOf(KINDS);

/** More lines than this of one kind that nobody has taken are listed as one. */
export const MAX_SINGLE_LINES = 3;

/** Maximum number of lines shown; the rest is counted. */
export const MAX_ATTENTION_LINES = 500;

/** The longest time that a line may be postponed. */
export const MAX_SNOOZE_HOURS = 24;

/** Days after which a closed line and its history are deleted. */
export const ATTENTION_DAYS = 90;

/** Whether an office uses a kind, and its threshold. */
const rule = (code: AttentionKind) => {
  const { limit } = ATTENTION_KINDS[code];
  return z.strictObject({
    on: z.boolean(),
    ...(limit && { limit: z.int().check(z.minimum(limit.least), z.maximum(limit.most)) }),
  });
};

type Rules = Record<AttentionKind, { on: boolean; limit?: number }>;

const rules = Object.fromEntries(ATTENTION_KIND_CODES.map((code) => [code, rule(code)])) as unknown as {
  [K in AttentionKind]: z.ZodMiniType<Rules[K], Rules[K]>;
};

/** A page that was loaded before a kind was added leaves it out. */
export const attentionEdit = z.partial(z.strictObject(rules));

/** What an office lists in «Por atender». */
export const attentionRules = z.object(rules);

export type AttentionRules = z.infer<typeof attentionRules>;

/** The rules of an office that has not set its own. */
export const standardRules = (): AttentionRules =>
  Object.fromEntries(
    ATTENTION_KIND_CODES.map((code) => {
      const { limit } = ATTENTION_KINDS[code];
      return [code, { on: true, ...(limit && { limit: limit.standard }) }];
    }),
  ) as AttentionRules;
