import { type Evidence, EVIDENCE_KINDS } from '@despacho/contracts/dispatch';
import { formatDateTime } from '../../../shared/format/format-date-time.ts';
import { visitMark } from './visit-mark.ts';

/** @returns the label of a button that opens a photo. */
export function labelOf(photo: Evidence, timeZone: string): string {
  const label = `Ver la foto: ${EVIDENCE_KINDS[photo.kind]}, ${formatDateTime(photo.takenAt, timeZone)}`;
  const mark = visitMark(photo);
  return mark === undefined ? label : `${label}, ${mark.toLowerCase()}`;
}
