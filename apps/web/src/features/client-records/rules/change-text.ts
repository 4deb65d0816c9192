import {
  type ClientHistory,
  type ClientInput,
  EVIDENCE_KINDS,
  OPEN_DAYS,
  type OpenDays,
} from '@despacho/contracts/dispatch';

/** Fields of a client, and what else its changes say. */
const LABELS: Readonly<Record<Exclude<keyof ClientInput, 'double'>, string> & Record<string, string>> = {
  code: 'Código',
  name: 'Nombre',
  taxId: 'RUC o DNI',
  contacts: 'Contactos',
  addresses: 'Direcciones',
  terms: 'Condiciones',
  active: 'Activo',
  notes: 'Notas',
  delivered: 'Fotos al entregar',
  failed: 'Fotos al no entregar',
  from: 'Recibió a',
  into: 'Se unió a',
  orders: 'Órdenes',
  renamed: 'Referencias renombradas',
};

const KINDS: Readonly<Record<string, string>> = EVIDENCE_KINDS;

type Named = Readonly<Record<string, unknown>>;

/** @returns one contact, address or kind of photo as text. */
function itemText(item: unknown): string {
  if (typeof item === 'string') return KINDS[item] ?? item;
  if (typeof item !== 'object' || item === null) return String(item);
  const { hours, point: _, ubigeo: __, ...texts } = item as Named;
  const open = Array.isArray(hours)
    ? hours.map(
        ({ days, window }: { days: OpenDays; window: { from: string; to: string } }) =>
          `${OPEN_DAYS[days]} ${window.from}–${window.to}`,
      )
    : [];
  return [...Object.values(texts).filter((text) => typeof text === 'string' && text !== ''), ...open].join(', ');
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(itemText).join('; ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : itemText(value);
}

type Change = ClientHistory['changes'][number];

/** @returns the changed fields of a client, a line each. A new client has no earlier values. */
export function changeLines({ what, before, after }: Change): string[] {
  const isNew = what === 'creado' || what === 'importado';
  return Object.entries(after)
    .filter(([, value]) => !isNew || valueText(value) !== '—')
    .map(([name, value]) => {
      const label = LABELS[name] ?? name;
      return name in before
        ? `${label}: de «${valueText(before[name])}» a «${valueText(value)}»`
        : `${label}: ${valueText(value)}`;
    });
}
