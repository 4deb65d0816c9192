import {
  type CourierSettings,
  DOOR_MINUTES,
  type RouteEnd,
  type RouteObjective,
  type SettingsEdit,
  settingsEdit,
  type StartingPoint,
} from '@despacho/contracts/dispatch';
import { isSame, textOrNull } from '#shared/fields/form-changes.ts';
import { contractErrors } from '#shared/fields/form-errors.ts';
import { parseFigure } from '#shared/fields/parse-figure.ts';
import { type FieldErrors } from '#shared/fields/remaining-errors.ts';

/** Input values of the settings of routes. */
export interface RouteForm {
  /** Of the starting point; with its place, or neither. */
  address: string;
  point: Pick<StartingPoint, 'lat' | 'lng'> | null;
  objective: RouteObjective;
  doorMinutes: string;
  routeEnd: RouteEnd;
}

export const routeForm = ({ startingPoint, objective, doorMinutes, routeEnd }: CourierSettings): RouteForm => ({
  address: startingPoint?.address ?? '',
  point: startingPoint && { lat: startingPoint.lat, lng: startingPoint.lng },
  objective,
  doorMinutes: String(doorMinutes),
  routeEnd,
});

export type RouteErrors = FieldErrors<keyof RouteForm>;

const MESSAGES: Partial<Record<keyof RouteForm, string>> = {
  address: 'Escriba la dirección con 240 letras como máximo',
  doorMinutes: `Escriba de ${DOOR_MINUTES.least} a ${DOOR_MINUTES.most} minutos, sin decimales`,
};

/** The form's field of each setting. */
const FIELD_OF = {
  startingPoint: 'address',
  objective: 'objective',
  doorMinutes: 'doorMinutes',
  routeEnd: 'routeEnd',
} as const;

/** @returns the changes for the service, none if nothing differs, or error messages by field. */
export function readRouteForm(
  form: RouteForm,
  settings: CourierSettings,
): { edit?: SettingsEdit; errors: RouteErrors } {
  const address = textOrNull(form.address);
  if (address === null && form.point) return { errors: { address: 'Escriba la dirección del lugar marcado' } };
  if (address !== null && !form.point)
    return { errors: { address: 'Marque también el lugar en el mapa, o pegue su ubicación' } };
  const wanted = {
    startingPoint: form.point && { address, ...form.point },
    objective: form.objective,
    doorMinutes: parseFigure(form.doorMinutes, 0),
    routeEnd: form.routeEnd,
  };
  const changes = Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => !isSame(value, settings[field as keyof typeof wanted])),
  );
  const read = settingsEdit.safeParse({ version: settings.version, changes });
  if (read.success) return { edit: read.data, errors: {} };
  const issues = read.error.issues.map(({ path }) => ({ path: path.slice(1, 2) }));
  return { errors: contractErrors(issues, FIELD_OF, MESSAGES) };
}
