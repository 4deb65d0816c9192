import { type Evidence, EVIDENCE_KINDS } from '@despacho/contracts/dispatch';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { faultMark } from '../rules/photo-faults.ts';
import { visitMark } from '../rules/visit-mark.ts';
import { PhotoImage } from './PhotoImage.tsx';
import styles from './PhotoThumbnail.module.css';

/** A small photo with its kind, what its checks found, and «Por revisar» or «Rechazada» if it does not count. Needs a positioned parent. */
export function PhotoThumbnail({ officeId, photo }: { officeId: string; photo: Evidence }) {
  const mark = visitMark(photo);
  const fault = faultMark(photo);
  return (
    <>
      <PhotoImage officeId={officeId} photo={photo} size="mini" alt="" />
      <span className={styles['marks']}>
        {mark !== undefined && <Mark tone={photo.visitState === 'pendiente' ? 'warn' : 'alarm'}>{mark}</Mark>}
        {fault && <Mark tone={fault.isMild ? 'warn' : 'alarm'}>{fault.text}</Mark>}
      </span>
      <span className={styles['kind']}>{EVIDENCE_KINDS[photo.kind]}</span>
    </>
  );
}
