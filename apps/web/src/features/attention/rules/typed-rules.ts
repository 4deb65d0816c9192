import {
  type CourierSettings,
  FAR_BOUNDS,
  ATTENTION_KIND_CODES,
  ATTENTION_KINDS,
  type AttentionKind,
  type AttentionRules,
} from '@despacho/contracts/dispatch';
import { formatNumber } from '#shared/format/format-number.ts';

interface TypedRule {
  on: boolean;
  /** As typed; undefined for a kind without a threshold. */
  limit: string | undefined;
}

/** Input values of the settings. */
export type TypedRules = Record<AttentionKind, TypedRule>;

/** @returns the settings as input values. */
export const typedRules = (rules: AttentionRules): TypedRules =>
  Object.fromEntries(
    ATTENTION_KIND_CODES.map((kind) => {
      const { on, limit } = rules[kind];
      return [kind, { on, limit: limit === undefined ? undefined : String(limit) }];
    }),
  ) as TypedRules;

/** @returns why a threshold is wrong; undefined if it is not. */
export function limitError(kind: AttentionKind, { on, limit }: TypedRule): string | undefined {
  const bounds = ATTENTION_KINDS[kind].limit;
  if (!bounds || !on) return undefined;
  const number = /^\d{1,6}$/.test(limit?.trim() ?? '') ? Number(limit) : NaN;
  return number >= bounds.least && number <= bounds.most
    ? undefined
    : `Escriba un número de ${bounds.least} a ${bounds.most}`;
}

/** @returns the kinds that differ from the office's settings; null while one is wrong. */
export function changedRules(rules: AttentionRules, typed: TypedRules): Partial<AttentionRules> | null {
  if (ATTENTION_KIND_CODES.some((kind) => limitError(kind, typed[kind]) !== undefined)) return null;
  return Object.fromEntries(
    ATTENTION_KIND_CODES.flatMap((kind) => {
      const { on, limit: text } = typed[kind];
      const before = rules[kind];
      // The threshold of a kind that is off may be unreadable, and does not change.
      const limit = on && text !== undefined ? Number(text) : before.limit;
      return on === before.on && limit === before.limit
        ? []
        : [[kind, { on, ...(limit !== undefined && { limit }) }] as const];
    }),
  );
}

/** Distances as typed, in meters. */
export type TypedFar = Record<keyof CourierSettings['far'], string>;

/** @returns why the distances are wrong; undefined if they are not. */
export function farError({ warn, alert }: TypedFar): string | undefined {
  const { least, most } = FAR_BOUNDS;
  const isValid = (text: string): boolean =>
    /^\d{1,4}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
  if (![warn, alert].every(isValid)) return `Escriba metros de ${least} a ${formatNumber(most)}`;
  return Number(warn) > Number(alert) ? 'La alerta empieza donde el aviso, o más lejos' : undefined;
}

/** @returns the distances if they differ from the office's; undefined otherwise. */
export function changedFar(far: CourierSettings['far'], typed: TypedFar): CourierSettings['far'] | undefined {
  const next = { warn: Number(typed.warn), alert: Number(typed.alert) };
  return next.warn === far.warn && next.alert === far.alert ? undefined : next;
}
