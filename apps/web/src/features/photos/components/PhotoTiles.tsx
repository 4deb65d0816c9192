import { type Evidence } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { labelOf } from '../rules/photo-label.ts';
import { Lightbox } from './Lightbox.tsx';
import { PhotoThumbnail } from './PhotoThumbnail.tsx';
import styles from './PhotoTiles.module.css';

interface Props {
  officeId: string;
  timeZone: string;
  photos: readonly Evidence[];
  label?: string;
}

/** Photos of one order as buttons that open them. Nothing without photos. */
export function PhotoTiles({ officeId, timeZone, photos, label }: Props) {
  const [openId, setOpenId] = useState<string>();
  const open = photos.find(({ id }) => id === openId);
  if (photos.length === 0) return null;
  return (
    <>
      <ul className={styles['list']} aria-label={label}>
        {photos.map((photo) => (
          <li key={photo.id}>
            <button
              type="button"
              className={styles['tile']}
              aria-label={labelOf(photo, timeZone)}
              onClick={() => setOpenId(photo.id)}
            >
              <PhotoThumbnail officeId={officeId} photo={photo} />
            </button>
            {photo.sameAs && <p className={styles['same']}>Misma foto que {photo.sameAs.code}</p>}
          </li>
        ))}
      </ul>
      {open && <Lightbox officeId={officeId} timeZone={timeZone} photo={open} photos={photos} onOpen={setOpenId} />}
    </>
  );
}
