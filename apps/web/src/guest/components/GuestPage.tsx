import { EVIDENCE_KINDS, type GuestContent, type GuestPhoto } from '@despacho/contracts/dispatch';
import Printer from 'lucide-react/icons/printer';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { formatWeekday } from '#shared/format/format-day.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatTime } from '#shared/format/format-time.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { photoAddress } from '../guest-calls.ts';
import { countResults, findOrders, titleOf } from '../rules/result.ts';
import styles from './Guest.module.css';
import { OrderCard } from './OrderCard.tsx';

interface Props {
  content: GuestContent;
  /** Why the last refresh failed. */
  fault: string | undefined;
  busy: boolean;
  onRefresh: () => void;
}

/** The search is shown from this many orders, which do not fit on a screen. */
const SEARCHED_FROM = 6;

/** Photos beyond these load when they are scrolled to. */
const EAGER_ORDERS = 3;

/** The content of a link: one order, or a client's day. */
export function GuestPage({ content, fault, busy, onRefresh }: Props) {
  const { company, office, client, day, orders, more, timeZone, expiresAt, now } = content;
  const [search, setSearch] = useState('');
  const [enlarged, setEnlarged] = useState<{ code: string; photo: GuestPhoto }>();
  const title = titleOf(content);
  useEffect(() => {
    // Browsers name the PDF after it.
    document.title = day === null ? `${title} ${orders[0]?.code ?? ''}`.trim() : `${title} ${day}`;
  }, [title, day, orders]);
  const found = findOrders(orders, search);
  return (
    <main className={styles['page']}>
      <div className={styles['sheet']}>
        <header className={styles['header']}>
          <div>
            <p className={styles['issuer']}>
              {company} · {office}
            </p>
            <h1 className={styles['title']}>{title}</h1>
            <p className={styles['subtitle']}>{day === null ? `Remitente: ${client}` : formatWeekday(day)}</p>
          </div>
          <div className={styles['tools']}>
            <Button icon={<RefreshCw size={16} aria-hidden="true" />} loading={busy} onClick={onRefresh}>
              Actualizar
            </Button>
            <Button icon={<Printer size={16} aria-hidden="true" />} onClick={() => print()}>
              Imprimir
            </Button>
          </div>
        </header>
        {fault !== undefined && (
          <p role="alert" className={styles['fault']}>
            {fault}
          </p>
        )}
        {day !== null && (
          <ul className={styles['counts']} aria-label="Resumen">
            {countResults(orders).map(({ text, tone, count }) => (
              <li key={text} data-tone={tone}>
                <strong>{formatNumber(count)}</strong> <span>{text}</span>
              </li>
            ))}
          </ul>
        )}
        {orders.length >= SEARCHED_FROM && (
          <label className={styles['search']}>
            <span>Buscar por código, referencia o quien recibió</span>
            <input type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
          </label>
        )}
        {orders.length === 0 && <p className={styles['quiet']}>No quedan órdenes que mostrar.</p>}
        {orders.length > 0 && found.length === 0 && (
          <p className={styles['quiet']} role="status">
            Ninguna orden coincide con «{search.trim()}».
          </p>
        )}
        <ul className={styles['orders']}>
          {found.map((order, index) => (
            <li key={order.code}>
              <OrderCard
                order={order}
                timeZone={timeZone}
                alone={day === null}
                eager={index < EAGER_ORDERS}
                onEnlarge={(photo) => setEnlarged({ code: order.code, photo })}
                onLost={onRefresh}
              />
            </li>
          ))}
        </ul>
        {more > 0 && (
          <p className={styles['quiet']}>
            Hay {formatNumber(more)} órdenes más de ese día que no entran en esta página. Pídalas a quien le envió el
            enlace.
          </p>
        )}
        <footer className={styles['footer']}>
          <p>
            Como estaba a las {formatTime(now, timeZone)}. Este enlace vence el {formatDateTime(expiresAt, timeZone)}.
          </p>
          <p>
            Los datos personales de esta página se usan solo para acreditar la entrega (Ley N.º 29733, de Protección de
            Datos Personales). No la publique ni la reenvíe a quien no deba verla.
          </p>
        </footer>
      </div>
      {enlarged && (
        <Enlarged
          code={enlarged.code}
          photo={enlarged.photo}
          timeZone={timeZone}
          onClose={() => setEnlarged(undefined)}
        />
      )}
    </main>
  );
}

interface EnlargedProps {
  code: string;
  photo: GuestPhoto;
  timeZone: string;
  onClose: () => void;
}

/** A photo on the full screen. */
function Enlarged({ code, photo, timeZone, onClose }: EnlargedProps) {
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
