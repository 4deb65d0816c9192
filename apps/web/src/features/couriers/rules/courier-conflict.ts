import { VEHICLES } from '@despacho/contracts/dispatch';
import { type ConflictingField, conflictsBetween } from './conflicts.ts';
import { type CourierForm } from './courier-form.ts';
import { zoneSummary } from './zone-names.ts';

const LABELS: Readonly<Record<keyof CourierForm, string>> = {
  name: 'Nombre',
  phone: 'Teléfono',
  vehicle: 'Vehículo',
  plate: 'Placa',
  zones: 'Zonas',
  from: 'Inicio del turno',
  to: 'Fin del turno',
  capacityOrders: 'Capacidad (órdenes)',
  capacityWeight: 'Capacidad (kg)',
};

function fieldText(form: CourierForm, field: keyof CourierForm): string {
  if (field === 'vehicle') return VEHICLES[form.vehicle];
  if (field === 'zones') return zoneSummary({ zones: [...form.zones] });
  return form[field] || '—';
}

/** @returns the fields this user changed that differ on the server, as text: saving would overwrite them. */
export const conflictingFields = (base: CourierForm, mine: CourierForm, theirs: CourierForm): ConflictingField[] =>
  conflictsBetween({ base, mine, theirs }, LABELS, fieldText);
