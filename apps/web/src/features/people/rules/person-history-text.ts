import {
  CHARGES,
  isChargeCode,
  PERSON_STATES,
  type PersonFacts,
  type PersonHistoryEntry,
  TRAIL_KINDS,
} from '@despacho/contracts/dispatch';
import { isModuleCode, MODULES, type Office } from '@despacho/contracts';
import { countText } from '#shared/format/count-text.ts';

const LABELS: Readonly<Record<Exclude<keyof PersonFacts, 'modules'>, string>> = {
  name: 'Nombre',
  username: 'Usuario',
  charge: 'Cargo',
  state: 'Estado',
  office: 'Oficina',
};

const FIELDS = Object.keys(LABELS) as (keyof typeof LABELS)[];

const moduleNames = (codes: readonly string[]): string =>
  codes.map((code) => (isModuleCode(code) ? `${MODULES[code].name} (${code})` : code)).join(', ');

function factText(field: keyof typeof LABELS, value: string, offices: readonly Office[]): string {
  if (field === 'charge') return isChargeCode(value) ? CHARGES[value] : value;
  if (field === 'state') return (PERSON_STATES as Readonly<Record<string, string>>)[value] ?? value;
  return field === 'office' ? (offices.find(({ id }) => id === value)?.name ?? value) : value;
}

/** @returns «Se quitó Asignación (U01)»; nothing for the order of a list. */
function moduleLines(before: readonly string[], after: readonly string[]): string[] {
  const added = after.filter((code) => !before.includes(code));
  const removed = before.filter((code) => !after.includes(code));
  return [
    ...(added.length > 0 ? [`Módulos que recibió: ${moduleNames(added)}`] : []),
    ...(removed.length > 0 ? [`Módulos que se le quitaron: ${moduleNames(removed)}`] : []),
  ];
}

/** @returns what happened to the person, as a title: «Cambió permisos». */
export const personChangeTitle = ({ kind }: PersonHistoryEntry): string => TRAIL_KINDS[kind];

/** @returns the changed fields, a line each. A new person has no earlier values. */
export function personChangeLines({ before, after, lines }: PersonHistoryEntry, offices: readonly Office[]): string[] {
  const fields = FIELDS.flatMap((field) => {
    const [from, to] = [before[field], after[field]];
    if (to === undefined) return [];
    const text = factText(field, to, offices);
    return from === undefined
      ? [`${LABELS[field]}: ${text}`]
      : [`${LABELS[field]}: de «${factText(field, from, offices)}» a «${text}»`];
  });
  const given = lines && `${countText(lines.count, 'línea', 'líneas')} de «Por atender»`;
  return [
    ...fields,
    ...(after.modules ? moduleLines(before.modules ?? [], after.modules) : []),
    ...(given === null ? [] : [lines?.to ? `${given} para ${lines.to}` : `${given}, de vuelta en la lista`]),
  ];
}
