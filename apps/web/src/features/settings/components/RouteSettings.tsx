import {
  codesOf,
  type CourierSettings,
  ROUTE_ENDS,
  ROUTE_OBJECTIVES,
  type RouteEnd,
  type RouteObjective,
  type SettingsEdit,
  settingsOperations,
} from '@despacho/contracts/dispatch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { settingsKey, settingsQuery } from '#features/couriers/api/settings-query.ts';
import { PastedPlace } from '#shared/map/pin/PastedPlace.tsx';
import { useFieldErrors } from '#shared/fields/use-field-errors.ts';
import { useRebasedForm } from '#shared/fields/use-rebased-form.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { announce } from '#shared/hooks/announce.ts';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { call } from '#shared/http/call.ts';
import { officeView, provinceView } from '#shared/map/office-view.ts';
import { ChangesToCome } from '#shared/settings/ChangesToCome.tsx';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { RadioList } from '#shared/ui/RadioList/RadioList.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import windowForm from '#shared/ui/Window/WindowForm.module.css';
import { readRouteForm, type RouteErrors, routeForm, type RouteForm } from '../rules/route-form.ts';
import styles from '../SettingsScreen.module.css';

/** Loaded lazily, because it imports Leaflet. */
const loadPicker = () => import('#shared/map/pin/PinPicker.tsx');

/** Where the map begins if the office's name is no city and it has no province. */
const LIMA = provinceView('1501')?.center ?? [-12.046, -77.043];

const optionsOf = (words: Readonly<Record<string, string>>) =>
  codesOf(words).map((value) => ({ value, label: words[value] ?? value }));

interface Props {
  officeId: string;
  /** Of the office; the map begins at a city in it. */
  name: string;
  mayEdit: boolean;
}

/** Where the routes of an office start and end, and what they aim at. */
export function RouteSettings(props: Props) {
  const query = useQuery(settingsQuery(props.officeId));
  if (query.isPending) return <Skeleton height={320} />;
  if (!query.data) return <QueryError query={query} />;
  return <Form {...props} settings={query.data} />;
}

function Form({ officeId, name, mayEdit, settings }: Props & { settings: CourierSettings }) {
  const client = useQueryClient();
  const { base, form, setForm, settle, isConflict, prepareSave } = useRebasedForm(settings, routeForm);
  const wrongIn = (wanted: RouteForm): RouteErrors => readRouteForm(wanted, base).errors;
  const { ref, errors, showErrors, put } = useFieldErrors(form, setForm, wrongIn);
  const save = useMutation({
    mutationFn: (body: SettingsEdit) => call(settingsOperations['settings.edit'], { query: { officeId }, body }),
    onSuccess: (saved) => {
      client.setQueryData(settingsKey(officeId), saved);
      settle(saved);
      announce('Ajustes guardados');
    },
    onError: () => client.invalidateQueries({ queryKey: settingsKey(officeId) }),
  });
  const submit = (): void => {
    if (save.isPending) return;
    const { onto, wanted } = prepareSave(save.error);
    const { edit, errors: found } = readRouteForm(wanted, onto);
    showErrors(found);
    if (edit && Object.keys(edit.changes).length > 0) save.mutate(edit);
    else save.reset();
  };
  return (
    <form
      ref={ref}
      noValidate
      className={windowForm['form']}
      aria-label="Ajustes de las rutas"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <fieldset disabled={!mayEdit} className={styles['routes']}>
        <div className={styles['start']}>
          <TextField
            label="Punto de partida: dirección"
            autoComplete="off"
            hint="Vacío: cada ruta empieza donde esté su repartidor. Nunca se pregunta dónde vive."
            value={form.address}
            error={errors.address}
            onChange={({ target }) => put({ ...form, address: target.value })}
          />
          <PastedPlace onPoint={(point) => put({ ...form, point })} />
          <StartMap name={name} form={form} onMove={(point) => put({ ...form, point })} />
          {mayEdit && (form.address !== '' || form.point) && (
            <Button size="sm" onClick={() => put({ ...form, address: '', point: null })}>
              Quitar el punto de partida
            </Button>
          )}
        </div>
        <div className={styles['start']}>
          <RadioList
            label="Qué se busca al ordenar"
            value={form.objective}
            options={optionsOf(ROUTE_OBJECTIVES)}
            onChange={(objective) => put({ ...form, objective: objective as RouteObjective })}
          />
          <TextField
            label="En cada puerta, en minutos"
            inputMode="numeric"
            autoComplete="off"
            hint="De llegar a irse. Varias órdenes de una puerta son una parada."
            value={form.doorMinutes}
            error={errors.doorMinutes}
            onChange={({ target }) => put({ ...form, doorMinutes: target.value })}
          />
          <RadioList
            label="Dónde termina la ruta"
            value={form.routeEnd}
            options={optionsOf(ROUTE_ENDS)}
            onChange={(routeEnd) => put({ ...form, routeEnd: routeEnd as RouteEnd })}
          />
        </div>
      </fieldset>
      {mayEdit && <ChangesToCome now={base} edit={readRouteForm(form, base).edit} />}
      {save.error && <Alert>{failureText(save.error)}</Alert>}
      {mayEdit && (
        <WindowFoot>
          <Button type="submit" variant="primary" loading={save.isPending}>
            {isConflict(save.error) ? 'Guardar sobre lo nuevo' : 'Guardar'}
          </Button>
        </WindowFoot>
      )}
    </form>
  );
}

/** The pin of the starting point, once there is an address or a place. */
function StartMap({
  name,
  form,
  onMove,
}: {
  name: string;
  form: RouteForm;
  onMove: (point: RouteForm['point']) => void;
}) {
  const part = useLazyModule(loadPicker);
  if (form.address.trim() === '' && !form.point)
    return <p className="note">Al escribir la dirección podrá marcar el lugar en el mapa.</p>;
  const [lat, lng] = officeView(name)?.center ?? LIMA;
  return (
    <div className={styles['map']}>
      {part ? (
        <part.PinPicker
          at={form.point ? [form.point.lat, form.point.lng] : [lat, lng]}
          approximate={form.point === null}
          label="Punto de partida"
          onMove={([movedLat, movedLng]) => onMove({ lat: movedLat, lng: movedLng })}
        />
      ) : (
        <Skeleton height="100%" />
      )}
    </div>
  );
}
