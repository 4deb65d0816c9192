import { EVIDENCE_KINDS, type Evidence, type PhotoSize } from '@despacho/contracts/dispatch';
import ImageOff from 'lucide-react/icons/image-off';
import { useState } from 'react';
import { photoAddress } from '../api/photo-queries.ts';
import styles from './PhotoImage.module.css';

interface Props {
  officeId: string;
  photo: Pick<Evidence, 'id' | 'kind' | 'width' | 'height'>;
  size: PhotoSize;
  /** Empty if the element around it has a name. */
  alt?: string;
}

/** A stored photo; a mark in its place if it cannot be loaded. */
export function PhotoImage({ officeId, photo, size, alt }: Props) {
  const [failed, setFailed] = useState(false);
  if (failed)
    return (
      <span className={styles['failed']} role="img" aria-label="La foto no se pudo cargar">
        <ImageOff size={20} aria-hidden="true" />
      </span>
    );
  return (
    <img
      className={styles['photo']}
      data-kind={photo.kind}
      src={photoAddress(officeId, photo.id, size)}
      alt={alt ?? `Foto: ${EVIDENCE_KINDS[photo.kind]}`}
      width={photo.width}
      height={photo.height}
      decoding="async"
      draggable={false}
      onError={() => setFailed(true)}
    />
  );
}
