import { type Evidence } from '@despacho/contracts/dispatch';
import { Mark } from '../../../shared/ui/Mark/Mark.tsx';
import { visitMark } from '../rules/visit-mark.ts';
import styles from './VisitMark.module.css';

/** «Por revisar» or «Rechazada» in the corner of a thumbnail; nothing for a photo that counts. */
export function VisitMark({ photo }: { photo: Pick<Evidence, 'visitState'> }) {
  const text = visitMark(photo);
  return (
    text !== undefined && (
      <span className={styles['corner']}>
        <Mark tone={photo.visitState === 'pendiente' ? 'warn' : 'alarm'}>{text}</Mark>
      </span>
    )
  );
}
