import { TRAIL_KINDS, type TrailEntryView } from '@despacho/contracts/dispatch';

/** What an entry is about, by the kind of its subject. */
const SUBJECTS: Readonly<Record<string, string>> = {
  user: 'Persona',
  client: 'Cliente',
  courier: 'Repartidor',
  office: 'Oficina',
  company: 'Empresa',
  settings: 'Ajustes',
  visit: 'Visita',
  photo: 'Foto',
  guestLink: 'Enlace',
};

/** Names of details; any other is shown as it is. */
const DETAILS: Readonly<Record<string, string>> = {
  reason: 'Motivo',
  limit: 'Límite',
  ended: 'Sesiones terminadas',
  orders: 'Órdenes',
  photos: 'Fotos',
  rows: 'Filas',
  period: 'Período',
  day: 'Día',
  days: 'Días',
  format: 'Formato',
  filters: 'Filtros',
  outcome: 'Resultado',
  before: 'Antes',
  after: 'Después',
  lines: 'Líneas de «Por atender»',
};

const VALUES: Readonly<Record<string, string>> = {
  complete: 'completo',
  cut: 'interrumpido',
  accepted: 'aceptado',
  refused: 'rechazado',
  unknown: 'sin respuesta',
  logout: 'salió',
  replaced: 'ingresó otra vez',
  idle: 'sin uso',
  absolute: 'duración máxima',
  'too-many': 'demasiadas sesiones',
  full: 'servidor lleno',
  owner: 'desde «Mis sesiones»',
  administrator: 'por quien administra',
  host: 'acceso retirado',
};

/** @returns the text of a kind; one of a newer release as it is. */
export const kindText = (kind: string): string => (TRAIL_KINDS as Readonly<Record<string, string>>)[kind] ?? kind;

/** @returns «Persona: Rosa Mamani». */
export function subjectText(subject: TrailEntryView['subject']): string | null {
  if (!subject) return null;
  return `${SUBJECTS[subject.kind] ?? subject.kind}: ${subject.name ?? subject.id}`;
}

function valueText(value: unknown): string {
  if (value === null || value === '') return '(vacío)';
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? '(ninguno)' : value.map(valueText).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${valueText(part)}`)
      .join('; ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return VALUES[text] ?? text;
}

/** @returns «3, para otra persona». The history of the person names who received them. */
function linesText(value: unknown): string {
  const { count, to } = value as { count: number; to: string | null };
  return `${count}, ${to === null ? 'de vuelta en la lista' : 'para otra persona'}`;
}

/** @returns the details of an entry as names and values; an id of the request last. */
export function detailRows({ details, requestId, subject }: TrailEntryView): [name: string, value: string][] {
  const rows = Object.entries(details ?? {}).map(([name, value]): [string, string] => {
    if (name === 'cut') return ['Detalle', 'Demasiado largo para el registro'];
    return [DETAILS[name] ?? name, name === 'lines' ? linesText(value) : valueText(value)];
  });
  if (subject && subject.name !== null) rows.push(['Identificador', subject.id]);
  if (requestId !== null) rows.push(['Solicitud', requestId]);
  return rows;
}
