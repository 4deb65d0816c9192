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
  /** Of all tiles, the one that Tab reaches. */
  isStop: boolean;
  officeId: string;
  timeZone: string;
  onOpen: (id: string) => void;
  onFocus: (at: number) => void;
  onSelect: (at: number, toLast: boolean) => void;
}

/** A photo on the wall: opens it, or selects it. */
export function PhotoTile({
  photo,
  at,
  isInOrder,
  isSelected,
  isStop,
  officeId,
  timeZone,
  onOpen,
  onFocus,
  onSelect,
}: Props) {
  const { code, recipient } = photo.order;
  const time = formatTime(photo.takenAt, timeZone);
  const tabIndex = isStop ? 0 : -1;
  return (
    <div className={styles['cell']} data-selected={isSelected || undefined} onFocus={() => onFocus(at)}>
      <button
        type="button"
        tabIndex={tabIndex}
        className={styles['tile']}
        data-photo={at}
        onClick={() => onOpen(photo.id)}
      >
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
        tabIndex={tabIndex}
        label={`Seleccionar ${EVIDENCE_KINDS[photo.kind]} de ${code}, ${time}`}
        checked={isSelected}
        onChange={(toLast) => onSelect(at, toLast)}
      />
    </div>
  );
}
