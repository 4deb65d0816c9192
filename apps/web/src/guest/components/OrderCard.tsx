import { EVIDENCE_KINDS, type GuestOrder, type GuestPhoto } from '@despacho/contracts/dispatch';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { photoAddress } from '../guest-calls.ts';
import { RESULTS } from '../rules/result.ts';
import styles from './Guest.module.css';
import { Picture } from './Picture.tsx';

interface Props {
  order: GuestOrder;
  timeZone: string;
  /** Whether it is the only one, and its photos are large. */
  alone: boolean;
  /** Whether its photos load immediately. */
  eager: boolean;
  onEnlarge: (photo: GuestPhoto) => void;
  /** A photo could not be loaded. */
  onLost: () => void;
}

/** One order: its result, who received it, and the photos that prove it. */
export function OrderCard({ order, timeZone, alone, eager, onEnlarge, onLost }: Props) {
  const { code, reference, district, state, closedAt, receiver, reason, photos } = order;
  const { text, tone } = RESULTS[state];
  return (
    <article className={styles['order']} data-alone={alone || undefined} aria-label={`Orden ${code}`}>
      <div className={styles['result']} data-tone={tone}>
        <h2>{text}</h2>
        {closedAt !== null && <p>{formatDateTime(closedAt, timeZone)}</p>}
        {reason !== null && <p>{reason}</p>}
      </div>
      <dl className={styles['facts']}>
        <div>
          <dt>Orden</dt>
          <dd className={styles['code']}>{code}</dd>
        </div>
        {reference !== null && (
          <div>
            <dt>Su referencia</dt>
            <dd>{reference}</dd>
          </div>
        )}
        <div>
          <dt>Distrito</dt>
          <dd>{district}</dd>
        </div>
        {state === 'entregada' && (
          <div>
            <dt>Recibió</dt>
            <dd>{receiver ?? 'Sin registro'}</dd>
          </div>
        )}
      </dl>
      {photos.length > 0 && (
        <ul className={styles['pictures']} data-count={Math.min(photos.length, 3)}>
          {photos.map((photo) => (
            <li key={photo.id} className={styles['picture']} data-kind={photo.kind}>
              <button
                type="button"
                aria-label={`Ampliar: ${EVIDENCE_KINDS[photo.kind]} de ${code}`}
                onClick={() => onEnlarge(photo)}
              >
                <Picture
                  address={photoAddress(photo.id, alone ? 'media' : 'mini')}
                  photo={photo}
                  eager={eager}
                  onLost={onLost}
                />
              </button>
              <p>
                {EVIDENCE_KINDS[photo.kind]} · {formatDateTime(photo.takenAt, timeZone)}
              </p>
            </li>
          ))}
        </ul>
      )}
      {photos.length === 0 && closedAt !== null && <p className={styles['quiet']}>Sin fotos de esta visita.</p>}
    </article>
  );
}
