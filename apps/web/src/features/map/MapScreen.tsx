import { useQuery } from '@tanstack/react-query';
import { MapView } from '../../map/MapView.tsx';
import { officesQuery } from '../../shared/queries/offices-query.ts';
import { useSession } from '../session/session.ts';
import { officeView } from '../../map/office-view.ts';
import styles from './MapScreen.module.css';

/** The office's territory; all of Peru for an office whose city we do not know. */
export function Component() {
  const { officeId } = useSession();
  const { data: offices } = useQuery(officesQuery);
  const office = offices?.find(({ id }) => id === officeId.id);
  const view = officeView(office?.name ?? officeId.id);
  return (
    <div className={styles['map']}>
      <MapView {...view} label="Mapa de la oficina" />
      <p className={styles['note']}>
        <strong>Repartidores y órdenes, en preparación.</strong> Aparecerán sobre este mapa cuando sus teléfonos
        empiecen a enviar su posición.
      </p>
    </div>
  );
}
