import { type EvidenceKind, type FieldRoute } from '@despacho/contracts/dispatch';
import { type RouteStop } from './offline/types.ts';

/** «Nota para el repartidor». */
export interface CourierNote {
  id: string;
  text: string;
  at: string;
  readAt: string | null;
}

/** A stop, with what a service older than this page does not return. */
export type Stop = RouteStop & { courierNote?: CourierNote | null };

/** The day, with what a service older than this page does not return. */
export type Day = FieldRoute & {
  startedAt?: string | null;
  end?: { at: string; confirmedAt: string | null } | null;
  requires?: { delivered: EvidenceKind[]; failed: EvidenceKind[] };
};
