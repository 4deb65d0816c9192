import { type EvidenceKind, type FieldRoute } from '@despacho/contracts/dispatch';
import { type RouteStop } from './offline/types.ts';

export type Stop = RouteStop;

/** The day, with what a service older than this page does not return. */
export type Day = FieldRoute & { requires?: { delivered: EvidenceKind[]; failed: EvidenceKind[] } };
