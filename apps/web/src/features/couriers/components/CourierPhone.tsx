import {
  type Courier,
  type CourierLink,
  courierOperations,
  type CourierPhone as Phone,
} from '@despacho/contracts/dispatch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Smartphone from 'lucide-react/icons/smartphone';
import { useState } from 'react';
import { confirm } from '#shared/dialogs/confirm.ts';
import { formatRelative } from '#shared/format/format-relative.ts';
import { announce } from '#shared/hooks/announce.ts';
import { focusOnMount } from '#shared/hooks/focus-on-mount.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { call } from '#shared/http/call.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { courierPhoneQuery } from '../api/courier-phone.ts';
import { stateOfLink } from '../rules/phone-link.ts';
import styles from './CourierPhone.module.css';
import { CourierTracker } from './CourierTracker.tsx';
import { PhoneLink } from './PhoneLink.tsx';

interface Props {
  officeId: string;
  courier: Courier;
  onBack: () => void;
}

/** Connects and disconnects the phone of a courier. The link exists only in this component. */
export function CourierPhone({ officeId, courier, onBack }: Props) {
  const { id, name, state } = courier;
  const client = useQueryClient();
  const query = courierPhoneQuery(officeId, id);
  const phone = useQuery(query);
  const [link, setLink] = useState<CourierLink | null>(null);
  const now = useServerTime(1000);
  const options = { params: { id }, query: { officeId } };
  const connect = useMutation({
    mutationFn: () => call(courierOperations['couriers.connect'], options),
    onSuccess: async (made) => {
      // An answer from before the link would show it as used.
      await client.cancelQueries({ queryKey: query.queryKey });
      client.setQueryData(query.queryKey, (known) => known && { ...known, linkExpiresAt: made.expiresAt });
      setLink(made);
    },
  });
  const disconnect = useMutation({
    mutationFn: () => call(courierOperations['couriers.disconnect'], options),
    onSuccess: (left) => {
      client.setQueryData(query.queryKey, left);
      setLink(null);
      announce(`${name}: teléfono desconectado`);
    },
  });
  if (phone.isPending) return <Skeleton height={240} />;
  if (!phone.data) return <QueryError query={phone} />;

  const { device } = phone.data;
  const linkState = link && stateOfLink(link, phone.data, now);
  const error = connect.error ?? disconnect.error;
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: `¿Desconectar el teléfono de ${name}?`,
      text: 'Deja de ver su ruta al instante. Para volver a usarlo hará falta otro enlace.',
      confirmLabel: 'Desconectar',
      danger: true,
    });
    if (sure) disconnect.mutate();
  };
  return (
    <section className={styles['phone']} aria-label={`Teléfono de ${name}`}>
      <h3 ref={focusOnMount} tabIndex={-1} className={styles['title']}>
        Teléfono de {name}
      </h3>
      <FailureAlert error={error} />
      <Device device={device} now={now} busy={disconnect.isPending} onDisconnect={() => void ask()} />
      {link && linkState === 'open' && (
        <>
          {device && <p className="note">El teléfono de ahora sigue conectado hasta que se conecte el nuevo.</p>}
          <PhoneLink link={link} name={name} left={Date.parse(link.expiresAt) - now} />
        </>
      )}
      {linkState === 'used' && (
        <p role="status">
          <Mark tone="good">Conectado</Mark> {name} ya puede ver su ruta.
        </p>
      )}
      {linkState === 'void' && <p role="status">Ese enlace ya no sirve. Cree otro si todavía hace falta.</p>}
      <CourierTracker officeId={officeId} courier={courier} phone={phone.data} now={now} />
      <WindowFoot apart>
        <Button icon={<ArrowLeft size={18} aria-hidden="true" />} onClick={onBack}>
          Volver a la lista
        </Button>
        {state !== 'retirado' && (
          <Button
            variant={linkState === 'open' ? 'secondary' : 'primary'}
            icon={<Smartphone size={18} aria-hidden="true" />}
            loading={connect.isPending}
            onClick={() => connect.mutate()}
          >
            {linkLabel(linkState, device)}
          </Button>
        )}
      </WindowFoot>
    </section>
  );
}

function linkLabel(state: ReturnType<typeof stateOfLink> | null, device: Phone['device']): string {
  if (state === 'open' || state === 'void') return 'Crear otro enlace';
  return device ? 'Conectar otro teléfono' : 'Conectar su teléfono';
}

interface DeviceProps {
  device: Phone['device'];
  now: number;
  busy: boolean;
  onDisconnect: () => void;
}

function Device({ device, now, busy, onDisconnect }: DeviceProps) {
  if (!device) return <p className="note">No tiene ningún teléfono conectado.</p>;
  return (
    <div className={styles['device']}>
      <Smartphone size={20} aria-hidden="true" />
      <div>
        <p className={styles['name']}>{device.name}</p>
        <p className="note">
          Conectado {formatRelative(device.connectedAt, new Date(now))} · último uso{' '}
          {formatRelative(device.usedAt, new Date(now))}
        </p>
      </div>
      <Button size="sm" variant="ghost" disabled={busy} onClick={onDisconnect}>
        Desconectar
      </Button>
    </div>
  );
}
