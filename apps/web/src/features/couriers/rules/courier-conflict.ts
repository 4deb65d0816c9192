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

/** @returns what somebody touched and the other side has otherwise, in words: all that saving would take back of it. */
export const conflictingFields = (base: CourierForm, mine: CourierForm, theirs: CourierForm): ConflictingField[] =>
  changedKeys(base, mine)
    .map((field) => ({ label: LABELS[field], theirs: fieldText(theirs, field), mine: fieldText(mine, field) }))
    .filter((field) => field.theirs !== field.mine);

/**
 * @param base the courier as it was when the work began; null for a new one.
 * @param now as it is known now.
 * @returns what somebody else has left, once it is known, where saving failed because of it; else null.
 */
export function conflictWith(failure: unknown, base: Courier | null, now: Courier | null): Courier | null {
  if (!(failure instanceof HttpFailure) || failure.kind !== 'conflict') return null;
  return base && now && base.version !== now.version ? now : null;
}
