import { type EvidenceOfOrder, EVIDENCE_KINDS } from '@despacho/contracts/dispatch';
import { formatTime } from '#shared/format/format-time.ts';
import { PhotoThumbnail } from '#features/photos/components/PhotoThumbnail.tsx';
import styles from './PhotoTile.module.css';
import { SelectBox } from './SelectBox.tsx';

interface Props {
  photo: EvidenceOfOrder;
  /** Its position in the list. */
  at: number;
  /** The heading above shows its order. */
  isInOrder: boolean;
  isSelected: boolean;
  officeId: string;
  timeZone: string;
  onOpen: (id: string) => void;
  onSelect: (at: number, toLast: boolean) => void;
}

/** A photo on the wall: opens it, or selects it. */
export function PhotoTile({ photo, at, isInOrder, isSelected, officeId, timeZone, onOpen, onSelect }: Props) {
  const { code, recipient } = photo.order;
  const time = formatTime(photo.takenAt, timeZone);
  return (
    <div className={styles['cell']} data-selected={isSelected || undefined}>
      <button type="button" className={styles['tile']} data-photo={at} onClick={() => onOpen(photo.id)}>
        <span className={styles['frame']}>
          <PhotoThumbnail officeId={officeId} photo={photo} />
          {photo.sameAs && !photo.checks && <span className={styles['same']}>Repetida</span>}
        </span>
        <span className={styles['caption']}>
          <span className={styles['who']}>{isInOrder ? (photo.courier?.name ?? photo.by.user) : recipient}</span>
          <span className={styles['what']}>{isInOrder ? time : `${code} · ${time}`}</span>
        </span>
      </button>
      <SelectBox
        className={styles['check']}
        label={`Seleccionar ${EVIDENCE_KINDS[photo.kind]} de ${code}, ${time}`}
        checked={isSelected}
        onChange={(toLast) => onSelect(at, toLast)}
      />
    </div>
  );
}
