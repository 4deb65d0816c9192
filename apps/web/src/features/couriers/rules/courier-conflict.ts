import { type Courier, VEHICLES } from '@despacho/contracts/dispatch';
import { HttpFailure } from '../../../shared/http/failure.ts';
import { changedKeys } from '../../../shared/fields/form-changes.ts';
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

export interface ConflictingField {
  label: string;
  theirs: string;
  mine: string;
}

/** @returns the fields this user changed that differ on the server, as text: saving would overwrite them. */
export const conflictingFields = (base: CourierForm, mine: CourierForm, theirs: CourierForm): ConflictingField[] =>
  changedKeys(base, mine)
    .map((field) => ({ label: LABELS[field], theirs: fieldText(theirs, field), mine: fieldText(mine, field) }))
    .filter((field) => field.theirs !== field.mine);

/**
 * @param base the courier when editing began; null for a new one.
 * @param now the courier as known now.
 * @returns the other user's version if saving failed because of it and it has been loaded; else null.
 */
export function conflictWith(failure: unknown, base: Courier | null, now: Courier | null): Courier | null {
  if (!(failure instanceof HttpFailure) || failure.kind !== 'conflict') return null;
  return base && now && base.version !== now.version ? now : null;
}
