import {
  type Courier,
  courierOperations,
  type CourierPhone,
  FIX_DOUBTS,
  FIX_REFUSALS,
  type TrackerLink,
  UNREADABLE_FIXES,
} from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import MapPin from 'lucide-react/icons/map-pin';
import { useState } from 'react';
import { confirm } from '#shared/dialogs/confirm.ts';
import { countText } from '#shared/format/count-text.ts';
import { formatRelative } from '#shared/format/format-relative.ts';
import { canCopy, copyText } from '#shared/browser/clipboard.ts';
import { announce } from '#shared/hooks/announce.ts';
import { call } from '#shared/http/call.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { courierPhoneQuery } from '../api/courier-phone.ts';
import styles from './CourierPhone.module.css';
import { QrCode } from '#shared/ui/QrCode/QrCode.tsx';

interface Props {
  officeId: string;
  courier: Courier;
  phone: CourierPhone;
  /** Epoch milliseconds. */
  now: number;
}

/** Connects and disconnects the Traccar Client of a courier. The address exists only in this component. */
export function CourierTracker({ officeId, courier: { id, name, state }, phone, now }: Props) {
  const client = useQueryClient();
  const { queryKey } = courierPhoneQuery(officeId, id);
  const [link, setLink] = useState<TrackerLink | null>(null);
  const options = { params: { id }, query: { officeId } };
  const connect = useMutation({
    mutationFn: () => call(courierOperations['couriers.track'], options),
    onSuccess: async (made) => {
      setLink(made);
      await client.invalidateQueries({ queryKey });
    },
  });
  const disconnect = useMutation({
    mutationFn: () => call(courierOperations['couriers.untrack'], options),
    onSuccess: (left) => {
      client.setQueryData(queryKey, left);
      setLink(null);
      announce(`${name}: seguimiento desconectado`);
    },
  });
  const paper = useMutation({
    mutationFn: () => call(courierOperations['couriers.notice'], options),
    onSuccess: (noted) => {
      client.setQueryData(queryKey, noted);
      announce(`${name}: aviso en papel anotado`);
    },
  });
  const { mayTrack = false, tracker = null } = phone;
  if (!mayTrack && !tracker) return null;
  const error = connect.error ?? disconnect.error ?? paper.error;
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: `¿Desconectar el seguimiento de ${name}?`,
      text: 'La aplicación deja de enviar dónde está. Para volver a usarla hará falta otro código QR.',
      confirmLabel: 'Desconectar',
      danger: true,
    });
    if (sure) disconnect.mutate();
  };
  return (
    <section className={styles['phone']} aria-label={`Seguimiento de ${name}`}>
      <h4>Seguimiento todo el día (Traccar)</h4>
      <FailureAlert error={error} />
      {tracker ? (
        <div className={styles['device']}>
          <MapPin size={20} aria-hidden="true" />
          <div>
            <p className={styles['name']}>Traccar Client</p>
            <p className="note">{trackerText(tracker, new Date(now))}</p>
          </div>
          <Button size="sm" variant="ghost" disabled={disconnect.isPending} onClick={() => void ask()}>
            Desconectar
          </Button>
        </div>
      ) : (
        <p className="note">
          La página del repartidor envía su ubicación solo mientras está a la vista. Con la aplicación gratuita Traccar
          Client se le sigue todo el día, entre «Salí a ruta» y el cierre. A quien no usa la página se le sigue desde
          que la oficina marca «En ruta» hasta que cierra su ruta.
        </p>
      )}
      {tracker && tracker.notice === null && (
        <div role="note" className={styles['missing']}>
          <p>
            <strong>Falta el aviso de privacidad.</strong> Hasta que lo acepte, «En ruta» no activa su seguimiento. Lo
            acepta al abrir el código con la cámara de su teléfono; si ya lo recibió en papel, anótelo.
          </p>
          <Button size="sm" loading={paper.isPending} onClick={() => paper.mutate()}>
            Lo recibió en papel
          </Button>
        </div>
      )}
      {link && (
        <div className={styles['link']}>
          <QrCode text={link.address} label={`Código QR para conectar Traccar Client de ${name}`} />
          <div className="stack">
            <p>
              Pida al repartidor que abra el código con la cámara de su teléfono y acepte el aviso. Después, que instale
              Traccar Client, seleccione «Escanear código QR» en los ajustes de la aplicación y active el seguimiento.
            </p>
            <div className={styles['buttons']}>
              {canCopy() && (
                <Button
                  size="sm"
                  icon={<Copy size={16} aria-hidden="true" />}
                  onClick={() => void copyText(link.address, 'Dirección copiada')}
                >
                  Copiar dirección
                </Button>
              )}
            </div>
            <p className="note">Este código se muestra una sola vez y sirve para un solo teléfono.</p>
          </div>
        </div>
      )}
      {mayTrack && state !== 'retirado' && !link && (
        <div>
          <Button size="sm" loading={connect.isPending} onClick={() => connect.mutate()}>
            {tracker ? 'Crear otro código' : 'Conectar Traccar Client'}
          </Button>
        </div>
      )}
    </section>
  );
}

/** @returns when the app last sent, why its newest position is not on the map, and what could not be read. */
function trackerText(
  { connectedAt, usedAt, refused, notice, doubted = null, unreadable = null }: NonNullable<CourierPhone['tracker']>,
  now: Date,
): string {
  if (usedAt === null) return `Creado ${formatRelative(connectedAt, now)} · todavía no ha enviado nada`;
  const unread = unreadable && countText(unreadable.count, 'mensaje no se pudo leer', 'mensajes no se pudieron leer');
  const isUninformed = refused === 'before_start' && notice === null;
  const reason = isUninformed
    ? 'falta que acepte el aviso, o que marque «Salí a ruta»'
    : refused && FIX_REFUSALS[refused];
  return [
    `Último envío ${formatRelative(usedAt, now)}`,
    reason && `no se guardó: ${reason}`,
    doubted && `lugar dudoso, no se muestra en el mapa: ${FIX_DOUBTS[doubted]}`,
    unreadable && `${unread}; el último, ${formatRelative(unreadable.at, now)}: ${UNREADABLE_FIXES[unreadable.newest]}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
