import {
  type Courier,
  courierInput,
  type CourierInput,
  MAX_ZONES_OF_COURIER,
  VEHICLE_CATEGORIES,
  type VehicleCategory,
  VEHICLES,
} from '@despacho/contracts/dispatch';
import { contractErrors, type PathOf, type Unchecked } from '#shared/fields/form-errors.ts';
import { isSame, textOrNull } from '#shared/fields/form-changes.ts';
import { parseFigure } from '#shared/fields/parse-figure.ts';
import { type FieldErrors } from '#shared/fields/remaining-errors.ts';
import { type ConflictingField, conflictsBetween } from './conflicts.ts';
import { zoneNames, zoneSummary } from './zone-names.ts';

export const EMPTY_COURIER = {
  name: '',
  phone: '',
  vehicle: 'moto' as Courier['vehicle'],
  /** Empty without one. */
  vehicleCategory: '' as VehicleCategory | '',
  plate: '',
  zones: [] as readonly string[],
  zoneIds: [] as readonly string[],
  from: '08:00',
  to: '18:00',
  capacityOrders: '30',
  /** In kilograms. */
  capacityWeight: '60',
};

export type CourierForm = typeof EMPTY_COURIER;

export const courierForm = (courier: Courier): CourierForm => ({
  name: courier.name,
  phone: courier.phone ?? '',
  vehicle: courier.vehicle,
  vehicleCategory: courier.vehicleCategory ?? '',
  plate: courier.plate ?? '',
  zones: courier.zones,
  zoneIds: courier.zoneIds,
  from: courier.shift.from,
  to: courier.shift.to,
  capacityOrders: String(courier.capacityOrders),
  capacityWeight: String(courier.capacityGrams / 1000),
});

export type CourierErrors = FieldErrors<keyof CourierForm>;

const MESSAGES: Partial<Record<keyof CourierForm, string>> = {
  name: 'Escriba el nombre, con 120 caracteres como máximo',
  phone: 'Escriba un teléfono de 6 a 24 cifras, por ejemplo 987 654 321',
  plate: 'Escriba la placa como ABC-123',
  zones: 'Seleccione 100 distritos como máximo',
  zoneIds: `Seleccione ${MAX_ZONES_OF_COURIER} zonas como máximo`,
  to: 'El fin del turno debe ser posterior al inicio',
  capacityOrders: 'Escriba de 1 a 1000 órdenes',
  capacityWeight: 'Escriba de 0.001 a 20,000 kg',
};

/** The field that shows the errors of each path of the contract. */
const FIELD_OF = {
  name: 'name',
  phone: 'phone',
  vehicle: 'vehicle',
  vehicleCategory: 'vehicleCategory',
  plate: 'plate',
  zones: 'zones',
  zoneIds: 'zoneIds',
  'shift.from': 'to',
  'shift.to': 'to',
  capacityOrders: 'capacityOrders',
  capacityGrams: 'capacityWeight',
} satisfies Record<PathOf<CourierInput>, keyof CourierForm>;

const candidate = (form: CourierForm): Unchecked<CourierInput> => ({
  name: form.name,
  phone: textOrNull(form.phone),
  vehicle: form.vehicle,
  vehicleCategory: form.vehicleCategory === '' ? null : form.vehicleCategory,
  plate: textOrNull(form.plate.toUpperCase()),
  zones: [...form.zones],
  zoneIds: [...form.zoneIds],
  shift: { from: form.from, to: form.to },
  capacityOrders: parseFigure(form.capacityOrders, 0),
  capacityGrams: parseFigure(form.capacityWeight, 3),
});

/** @returns the input for the service, or error messages by field. */
export function readCourierForm(form: CourierForm): { input?: CourierInput; errors: CourierErrors } {
  const read = courierInput.safeParse(candidate(form));
  return { ...(read.success && { input: read.data }), errors: contractErrors(read.error?.issues, FIELD_OF, MESSAGES) };
}

/** @returns the fields of `input` that differ from the courier, since an edit sends only changes. */
export function changedFields(courier: Courier, input: CourierInput): Partial<CourierInput> {
  return Object.fromEntries(
    Object.entries(input).filter(([field, value]) => !isSame(value, courier[field as keyof CourierInput])),
  );
}

export const LABELS: Readonly<Record<keyof CourierForm, string>> = {
  name: 'Nombre',
  phone: 'Teléfono',
  vehicle: 'Vehículo',
  vehicleCategory: 'Categoría (MTC)',
  plate: 'Placa',
  zones: 'Zonas',
  zoneIds: 'Zonas dibujadas',
  from: 'Inicio del turno',
  to: 'Fin del turno',
  capacityOrders: 'Capacidad (órdenes)',
  capacityWeight: 'Capacidad (kg)',
};

function fieldText(form: CourierForm, field: keyof CourierForm): string {
  if (field === 'vehicle') return VEHICLES[form.vehicle];
  if (field === 'vehicleCategory') return form.vehicleCategory === '' ? '—' : VEHICLE_CATEGORIES[form.vehicleCategory];
  if (field === 'zones') return zoneSummary({ zones: [...form.zones], zoneIds: [] });
  if (field === 'zoneIds') return zoneNames({ zones: [], zoneIds: [...form.zoneIds] }).join(', ') || '—';
  return form[field] || '—';
}

/** @returns the fields this user changed that differ on the server, as text: saving would overwrite them. */
export const conflictingFields = (base: CourierForm, mine: CourierForm, theirs: CourierForm): ConflictingField[] =>
  conflictsBetween({ base, mine, theirs }, LABELS, fieldText);
