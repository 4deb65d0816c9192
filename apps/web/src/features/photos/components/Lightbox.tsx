import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import { type Evidence, EVIDENCE_KINDS } from '@despacho/contracts/dispatch';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useState } from 'react';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { download } from '#shared/http/download.ts';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { downloadAddress } from '../api/photo-queries.ts';
import { faultText, openFaults } from '../rules/photo-faults.ts';
import { visitMark } from '../rules/visit-mark.ts';
import { FullScreen } from '#shared/ui/FullScreen/FullScreen.tsx';
import { useSession } from '#features/session/state/session.ts';
import styles from './Lightbox.module.css';
import { PhotoImage } from './PhotoImage.tsx';
import { RemovePhotoWindow } from './RemovePhotoWindow.tsx';

interface Props {
  officeId: string;
  timeZone: string;
  photo: Evidence;
  /** All photos to step through. */
  photos: readonly Evidence[];
  /** More photos can be loaded. */
  hasMore?: boolean;
  /** The facts of its order, if the page does not already show them. */
  facts?: ReactNode;
  /** Shows another photo, or closes with undefined. */
  onOpen: (id: string | undefined) => void;
}

const ZOOMS = [1, 1.5, 2, 3, 4] as const;

/** A photo on the full screen: keys for the neighbours, zoom and rotation, and scrolling while it is enlarged. */
export function Lightbox({ officeId, timeZone, photo, photos, hasMore = false, facts, onOpen }: Props) {
  const [view, setView] = useState({ id: photo.id, zoom: 0, turns: 0 });
  // Another photo starts unzoomed and upright.
  if (view.id !== photo.id) setView({ id: photo.id, zoom: 0, turns: 0 });
  const [isRemoving, setRemoving] = useState(false);
  const { charge } = useSession();
  const at = photos.indexOf(photo);
  const position = `${at + 1} de ${photos.length}${hasMore ? '+' : ''}`;
  /** Undefined at either end. */
  const stepTo = (place: number): (() => void) | undefined => {
    const next = photos[place];
    return next && (() => onOpen(next.id));
  };
  const [onPrevious, onNext] = [stepTo(at - 1), stepTo(at + 1)];
  const close = (): void => {
    onOpen(undefined);
  };
  const zoomBy = (steps: number) => (): void => {
    setView((now) => ({ ...now, zoom: Math.min(ZOOMS.length - 1, Math.max(0, now.zoom + steps)) }));
  };
  const rotate = (): void => {
    setView((now) => ({ ...now, turns: now.turns + 1 }));
  };
  const keys: Record<string, (() => void) | undefined> = {
    ArrowLeft: onPrevious,
    ArrowRight: onNext,
    '+': zoomBy(1),
    '-': zoomBy(-1),
    '0': zoomBy(-ZOOMS.length),
    r: rotate,
  };
  const pressKey = (event: KeyboardEvent): void => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!action) return;
    event.preventDefault();
    // Keys of the page behind it would open another order.
    event.stopPropagation();
    action();
  };
  const kind = EVIDENCE_KINDS[photo.kind];
  const mark = visitMark(photo);
  const scale = ZOOMS[view.zoom] ?? 1;
  return (
    <>
      <FullScreen
        className={styles['box']}
        aria-label={`Foto ${position}: ${kind}`}
        onKeyDown={pressKey}
        onDismiss={close}
      >
        <div className={styles['tools']}>
          <span className={styles['position']} role="status">
            {position}
          </span>
          <IconButton
            variant="ink"
            label="Alejar (-)"
            disabled={view.zoom === 0}
            icon={<ZoomOut size={20} aria-hidden="true" />}
            onClick={zoomBy(-1)}
          />
          <IconButton
            variant="ink"
            label="Acercar (+)"
            disabled={view.zoom === ZOOMS.length - 1}
            icon={<ZoomIn size={20} aria-hidden="true" />}
            onClick={zoomBy(1)}
          />
          <IconButton
            variant="ink"
            label="Girar (R)"
            icon={<RotateCw size={20} aria-hidden="true" />}
            onClick={rotate}
          />
          <IconButton
            variant="ink"
            label="Descargar"
            icon={<Download size={20} aria-hidden="true" />}
            onClick={() => download(downloadAddress(officeId, photo.id))}
          />
          {charge === CHARGE_ALL_OFFICES && (
            <IconButton
              variant="ink"
              label="Eliminar la foto"
              icon={<Trash2 size={20} aria-hidden="true" />}
              onClick={() => setRemoving(true)}
            />
          )}
          <IconButton variant="ink" label="Cerrar (Esc)" icon={<X size={20} aria-hidden="true" />} onClick={close} />
        </div>
        <div
          className={styles['stage']}
          // A scrolling area must be reachable with the keyboard.
          tabIndex={view.zoom > 0 ? 0 : -1}
          onDoubleClick={zoomBy(view.zoom === 0 ? 2 : -ZOOMS.length)}
        >
          <div
            className={styles['turned']}
            data-sideways={view.turns % 2 === 1 || undefined}
            style={{ '--scale': scale, '--turn': `${view.turns * 90}deg` } as CSSProperties}
          >
            <PhotoImage
              key={photo.id}
              officeId={officeId}
              photo={photo}
              size="completa"
              alt={`${kind}, ${formatDateTime(photo.takenAt, timeZone)}`}
            />
          </div>
        </div>
        <IconButton
          variant="ink"
          className={styles['previous']}
          label="Foto anterior (←)"
          disabled={!onPrevious}
          icon={<ChevronLeft size={24} aria-hidden="true" />}
          onClick={onPrevious}
        />
        <IconButton
          variant="ink"
          className={styles['next']}
          label="Foto siguiente (→)"
          disabled={!onNext}
          icon={<ChevronRight size={24} aria-hidden="true" />}
          onClick={onNext}
        />
        <div className={styles['facts']}>
          {facts}
          <p className={styles['line']}>
            <strong>{kind}</strong>
            <span>{formatDateTime(photo.takenAt, timeZone)}</span>
            <span>{photo.courier ? photo.courier.name : `Agregada por ${photo.by.user}`}</span>
            {photo.receiver && <span>Recibió {photo.receiver.name}</span>}
            {mark !== undefined && <span className={styles['warning']}>Visita: {mark.toLowerCase()}</span>}
            {photo.sameAs && !openFaults(photo).includes('repetida') && (
              <span className={styles['warning']}>La misma foto está en la orden {photo.sameAs.code}</span>
            )}
            {openFaults(photo).map((fault) => (
              <span key={fault} className={styles['warning']}>
                {faultText(fault, photo)}
              </span>
            ))}
          </p>
        </div>
      </FullScreen>
      {/* Outside it, so that typed letters are not keys of the photo. */}
      {isRemoving && (
        <RemovePhotoWindow
          officeId={officeId}
          timeZone={timeZone}
          photo={photo}
          onRemoved={() => {
            setRemoving(false);
            onOpen((photos[at + 1] ?? photos[at - 1])?.id);
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}
