import { EVIDENCE_KINDS, type GuestPhoto } from '@despacho/contracts/dispatch';
import { useEffect, useState } from 'react';
import styles from './Guest.module.css';

interface Props {
  address: string;
  photo: GuestPhoto;
  eager: boolean;
  /** Called once when it cannot be loaded, as after half an hour; it is then tried once more. */
  onLost: () => void;
}

const RETRY_MS = 3000;

/** A photo of a link. */
export function Picture({ address, photo, eager, onLost }: Props) {
  const [tries, setTries] = useState(0);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (!isLost || tries > 0) return undefined;
    onLost();
    const timer = setTimeout(() => {
      setTries(1);
      setLost(false);
    }, RETRY_MS);
    return () => clearTimeout(timer);
  }, [isLost, tries, onLost]);
  if (isLost) return <span className={styles['lost']}>No se pudo cargar la foto</span>;
  return (
    <img
      key={tries}
      src={address}
      alt={EVIDENCE_KINDS[photo.kind]}
      width={photo.width}
      height={photo.height}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setLost(true)}
    />
  );
}
