import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { AttentionSettings } from '#features/attention/components/AttentionSettings.tsx';
import { settingsQuery } from '#features/couriers/api/settings-query.ts';
import { SettingsForm } from '#features/couriers/components/SettingsForm.tsx';
import { useMayUse } from '#features/session/state/session.ts';
import { OFFICE_PARAM } from '#features/session/state/use-office.ts';
import { paths } from '#shared/paths.ts';
import { Card } from '#shared/ui/Card/Card.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import styles from '../SettingsScreen.module.css';
import { RouteSettings } from './RouteSettings.tsx';

interface Props {
  officeId: string;
  name: string;
  isClosed: boolean;
}

/** What an office sets for its couriers, their routes, its map and «Por atender». */
export function OfficeSettings({ officeId, name, isClosed }: Props) {
  const mayUse = useMayUse();
  if (!mayUse(['U01']))
    return (
      <Card title={`Ajustes de ${name}`}>
        <p className={styles['lead']}>
          Los ajustes de reparto se ven con el módulo U01 (Asig. Orden). Pídalo en{' '}
          <Link to={paths.permissions}>Permiso Usuario</Link>.
        </p>
      </Card>
    );
  return (
    <>
      <CourierSettingsCard officeId={officeId} name={name} isClosed={isClosed} />
      <Card title={`Rutas de ${name}`} note={isClosed ? 'Cerrada: no se puede cambiar' : undefined}>
        <RouteSettings officeId={officeId} name={name} mayEdit={!isClosed} />
      </Card>
      <Card title={`«Por atender» de ${name}`}>
        <fieldset disabled={isClosed}>
          <AttentionSettings officeId={officeId} />
        </fieldset>
      </Card>
      <Card title="Zonas, personas y repartidores">
        <ul className={styles['links']}>
          <li>
            <Link to={`${paths.map}?${OFFICE_PARAM}=${encodeURIComponent(officeId)}`}>Zonas de reparto</Link>: se
            dibujan en el mapa, con «Zonas».
          </li>
          <li>
            <Link to={`${paths.permissions}?${OFFICE_PARAM}=${encodeURIComponent(officeId)}&vista=personas`}>
              Personas de la oficina
            </Link>
            : cuentas, módulos y cargos.
          </li>
          <li>
            <Link to={`${paths.assign}?${OFFICE_PARAM}=${encodeURIComponent(officeId)}&repartidores=1`}>
              Repartidores
            </Link>
            : datos, ausencias, documentos y teléfonos.
          </li>
        </ul>
      </Card>
    </>
  );
}

function CourierSettingsCard({ officeId, name, isClosed }: Props) {
  const query = useQuery(settingsQuery(officeId));
  // «Cancelar» and a saved form reset it.
  const [round, setRound] = useState(0);
  return (
    <Card title={`Reparto de ${name}`} note={isClosed ? 'Cerrada: no se puede cambiar' : undefined}>
      {query.isPending && <Skeleton height={320} />}
      {query.isLoadingError && <QueryError query={query} />}
      {query.data && (
        <SettingsForm
          key={round}
          officeId={officeId}
          settings={query.data}
          mayEdit={!isClosed}
          onDone={() => setRound(round + 1)}
        />
      )}
    </Card>
  );
}
