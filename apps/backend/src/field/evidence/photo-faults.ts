import { type PhotoFault, type PictureMark } from '@despacho/contracts/dispatch';

/** From how many meters something is far, and very far, from the address. */
export interface FarLimits {
  warn: number;
  alert: number;
}

/** The known facts about a photo. */
export interface PhotoFacts {
  /** From the address, in meters; null if either place is not known exactly. */
  distance: number | null;
  /** When it was taken; null if that is not known. */
  takenAt: Date | null;
  /** When its visit took place; null if that is not known. */
  visitAt: Date | null;
  /** Minutes that it may have been taken before or after its visit. */
  minutes: number;
  /** The same or nearly the same picture belongs to another order. */
  isRepeated: boolean;
  /** What is wrong with the picture itself. */
  mark: PictureMark | null;
  /** It is a photo without any detail. */
  isFlat: boolean;
}

const MINUTE_MS = 60_000;

/** @returns what a distance from the address means. */
export function farFault(distance: number | null, { warn, alert }: FarLimits): PhotoFault[] {
  if (distance === null || distance < warn) return [];
  return [distance < alert ? 'lejos' : 'muy_lejos'];
}

/** @returns the faults of a photo, in the order of `PHOTO_FAULTS`. Unknown values are not faults. */
export function photoFaults(
  { distance, takenAt, visitAt, minutes, isRepeated, mark, isFlat }: PhotoFacts,
  limits: FarLimits,
): PhotoFault[] {
  const apart = takenAt && visitAt ? Math.abs(takenAt.getTime() - visitAt.getTime()) : 0;
  return [
    ...farFault(distance, limits),
    ...(apart > minutes * MINUTE_MS ? (['hora'] as const) : []),
    ...(isRepeated ? (['repetida'] as const) : []),
    ...(mark !== null && mark !== 'ilegible' ? [mark] : []),
    ...(mark === null && isFlat ? (['lisa'] as const) : []),
  ];
}
