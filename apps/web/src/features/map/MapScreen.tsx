import { MapView } from '../../map/MapView.tsx';
import styles from './MapScreen.module.css';

/** Lima, where the view starts until the office's own couriers draw it. */
const LIMA: [number, number] = [-12.0464, -77.0428];

/** The office's territory. */
export function Component() {
  return (
    <div className={styles['map']}>
      <MapView center={LIMA} zoom={12} label="Mapa de la oficina" />
      <p className={styles['note']}>
        <strong>Repartidores y órdenes, en preparación.</strong> Aparecerán sobre este mapa cuando sus teléfonos
        empiecen a enviar su posición.
      </p>
    </div>
  );
}
