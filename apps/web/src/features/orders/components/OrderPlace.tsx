import { type PlaceFound, placeReason } from '@despacho/contracts/dispatch';
import { districtOf } from '#shared/districts/districts.ts';
import { usePlaceJudge } from '#shared/districts/use-place-judge.ts';
import { exactnessText } from '#shared/map/exactness-text.ts';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { type OrderForm } from '../rules/order-form.ts';
import { useFoundPlace } from '../state/use-found-place.ts';
import styles from './OrderEditor.module.css';
import { PastedPlace } from '#shared/map/pin/PastedPlace.tsx';

interface Props {
  officeId: string;
  form: OrderForm;
  /** Shown unless the place has its own message. */
  error?: string | undefined;
  onChange: (form: OrderForm) => void;
}

/** Loaded lazily, because it imports Leaflet. */
const loadPicker = () => import('#shared/map/pin/PinPicker.tsx');

const sourceText = (found: PlaceFound | undefined, district: string): string => {
  if (!found || found.source === 'district') return `Centro de ${district}`;
  return found.exactness ? exactnessText(found.exactness) : 'Lugar conocido';
};

/**
 * Where an order is delivered: the pin somebody has set, otherwise the known place of the address. Only a pin is sent:
 * the service looks up an address again when it saves.
 */
export function OrderPlace({ officeId, form, error, onChange }: Props) {
  const part = useLazyModule(loadPicker);
  const found = useFoundPlace(officeId, form);
  const judge = usePlaceJudge(officeId);
  const district = districtOf(form.ubigeo);
  if (!district) return <p className="note">Al seleccionar el distrito podrá marcar la puerta en el mapa.</p>;
  const { lat, lng } = form.point ?? found ?? district;
  const source = found?.source ?? 'district';
  const verdict = judge({ ubigeo: form.ubigeo, ...(form.point ?? district) });
  const suggestion = verdict.kind === 'implausible' ? verdict.suggestion : null;
  const put = (point: OrderForm['point']) => (): void => {
    onChange({ ...form, point });
  };
  return (
    <div>
      <p className="note" aria-live="polite">
        {form.point ? 'Marcado en el mapa' : sourceText(found, district.name)}
      </p>
      {verdict.kind !== 'plausible' && (
        <div className={styles['place']}>
          {verdict.kind === 'doubtful' ? (
            <p className={styles['doubt']} role="status">
              {placeReason(verdict, district)}. Si es correcta, déjela así.
            </p>
          ) : (
            <Alert>{placeReason(verdict, district)}. Mueva el pin, o seleccione otra ubicación.</Alert>
          )}
          <div className={styles['offers']}>
            {suggestion && (
              <Button size="sm" onClick={put(suggestion)}>
                Usar {suggestion.lat}, {suggestion.lng}
              </Button>
            )}
            <Button size="sm" data-invalid={error} onClick={put(null)}>
              Usar el centro de {district.name}
            </Button>
          </div>
        </div>
      )}
      {error !== undefined && verdict.kind !== 'implausible' && <Alert className={styles['place']}>{error}</Alert>}
      <div className={styles['place']}>
        <PastedPlace onPoint={(point) => onChange({ ...form, point })} />
      </div>
      <div className={styles['map']}>
        {part ? (
          <part.PinPicker
            key={form.ubigeo}
            at={[lat, lng]}
            approximate={form.point === null && source !== 'used'}
            radius={form.point === null ? found?.exactness?.radius : undefined}
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
