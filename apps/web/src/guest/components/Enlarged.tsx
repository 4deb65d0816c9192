import { EVIDENCE_KINDS, type GuestPhoto } from '@despacho/contracts/dispatch';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { formatDateTime } from '../../shared/format/format-date-time.ts';
import { Button } from '../../shared/ui/Button/Button.tsx';
import { photoAddress } from '../guest-calls.ts';
import styles from './Guest.module.css';

interface Props {
  code: string;
  photo: GuestPhoto;
  timeZone: string;
  onClose: () => void;
}

/** A photo on the whole screen. */
export function Enlarged({ code, photo, timeZone, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const label = `${EVIDENCE_KINDS[photo.kind]} de ${code}`;
  return (
    <dialog ref={dialog} className={styles['enlarged']} aria-label={label} onClose={onClose}>
      <div className={styles['bar']}>
        <p>
          {label} · {formatDateTime(photo.takenAt, timeZone)}
        </p>
        <Button icon={<X size={18} aria-hidden="true" />} onClick={() => dialog.current?.close()}>
          Cerrar
        </Button>
      </div>
      <img src={photoAddress(photo.id, 'completa')} alt={label} />
    </dialog>
  );
}
