import {
  type Evidence,
  EVIDENCE_KINDS,
  MILD_FAULTS,
  PHOTO_FAULTS,
  type PhotoFault,
  type Visit,
} from '@despacho/contracts/dispatch';
import { inMeters } from './proof.ts';

/** A displayed fault found by a check. */
export interface Finding {
  /** The subject: the kind of the photo, or «Cierre». */
  of: string;
  text: string;
  isMild: boolean;
}

/** The short text on a small photo. */
const SHORT: Record<PhotoFault, string> = {
  muy_lejos: 'Muy lejos',
  lejos: 'Lejos',
  hora: 'Otra hora',
  repetida: 'Repetida',
  oscura: 'Oscura',
  blanca: 'En blanco',
  lisa: 'Sin detalle',
  firma: 'Sin firma',
};

/** @returns the faults of a photo that nobody has accepted. */
export const openFaults = ({ checks }: Pick<Evidence, 'checks'>): readonly PhotoFault[] =>
  checks && !checks.settled ? checks.faults : [];

/** @returns a fault in a sentence without a full stop. */
export function faultText(fault: PhotoFault, { checks, sameAs }: Pick<Evidence, 'checks' | 'sameAs'>): string {
  const distance = checks?.distance ?? null;
  if ((fault === 'lejos' || fault === 'muy_lejos') && distance !== null)
    return `A ${inMeters(distance)} de la dirección`;
  if (fault === 'repetida' && sameAs) return `Misma foto que ${sameAs.code}`;
  if (fault === 'repetida' && checks?.alike) return `Casi igual a la foto de ${checks.alike.code}`;
  return PHOTO_FAULTS[fault];
}

/** @returns the mark on a small photo; undefined for one that passed, is accepted or not checked. */
export function faultMark(photo: Pick<Evidence, 'checks'>): { text: string; isMild: boolean } | undefined {
  const [first, ...others] = openFaults(photo);
  if (first === undefined) return undefined;
  return {
    text: others.length > 0 ? `${SHORT[first]} +${others.length}` : SHORT[first],
    isMild: [first, ...others].every((fault) => MILD_FAULTS.includes(fault)),
  };
}

/** @returns the faults in the photos and the visit of an order that nobody has accepted. */
export function findingsOf(photos: readonly Evidence[], visit: Visit | undefined): Finding[] {
  const ofPhotos = photos.flatMap((photo) =>
    openFaults(photo).map((fault) => ({
      of: EVIDENCE_KINDS[photo.kind],
      text: faultText(fault, photo),
      isMild: MILD_FAULTS.includes(fault),
    })),
  );
  const ofVisit = (visit?.faults ?? []).map((fault) => ({
    of: 'Cierre',
    text: faultText(fault, {
      sameAs: null,
      checks: { faults: [], distance: visit?.distance ?? null, alike: null, settled: false },
    }),
    isMild: MILD_FAULTS.includes(fault),
  }));
  return [...ofPhotos, ...ofVisit];
}
