import { type PlaceSource } from '@despacho/contracts/dispatch';
import { districtOf } from '../../../shared/districts/districts.ts';
import { useLazyModule } from '../../../shared/hooks/use-lazy-module.ts';
import { Skeleton } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import { type OrderForm } from '../rules/order-form.ts';
import { useFoundPlace } from '../state/use-found-place.ts';
import styles from './OrderEditor.module.css';

interface Props {
  officeId: string;
  form: OrderForm;
  onChange: (form: OrderForm) => void;
}

/** Loaded lazily, because it imports Leaflet. */
const loadPicker = () => import('../../../shared/map/pin/PinPicker.tsx');

const sourceText = (source: PlaceSource, district: string): string =>
  ({ used: 'Lugar usado antes', address: 'Por la dirección', district: `Centro de ${district}` })[source];

/**
 * Where an order is delivered: the pin somebody has set, otherwise what is known about the address. Only a pin is sent:
 * for the rest the service looks again when it saves.
 */
export function OrderPlace({ officeId, form, onChange }: Props) {
  const part = useLazyModule(loadPicker);
  const found = useFoundPlace(officeId, form);
  const district = districtOf(form.ubigeo);
  if (!district) return <p className={styles['note']}>Al elegir el distrito podrá marcar la puerta en el mapa.</p>;
  const { lat, lng } = form.point ?? found ?? district;
  const source = found?.source ?? 'district';
  return (
    <div>
      <p className={styles['note']} aria-live="polite">
        {form.point ? 'Marcado en el mapa' : sourceText(source, district.name)}
      </p>
      <div className={styles['map']}>
        {part ? (
          <part.PinPicker
            key={form.ubigeo}
            at={[lat, lng]}
            approximate={form.point === null && source !== 'used'}
            label="Ubicación de la entrega"
            onMove={([movedLat, movedLng]) => onChange({ ...form, point: { lat: movedLat, lng: movedLng } })}
          />
        ) : (
          <Skeleton height="100%" />
        )}
      </div>
    </div>
  );
}
