import { type Evidence, EVIDENCE_KINDS } from '@despacho/contracts/dispatch';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { faultText, openFaults } from './photo-faults.ts';
import { visitMark } from './visit-mark.ts';

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** @returns the label of a button that opens a photo. */
export function labelOf(photo: Evidence, timeZone: string): string {
  const label = `Ver la foto: ${EVIDENCE_KINDS[photo.kind]}, ${formatDateTime(photo.takenAt, timeZone)}`;
  const mark = visitMark(photo);
  const faults = openFaults(photo).map((fault) => faultText(fault, photo));
  return [label, ...[...(mark === undefined ? [] : [mark]), ...faults].map(lower)].join(', ');
}
