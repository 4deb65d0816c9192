import { TRAIL_KINDS, TRAIL_SUBJECTS, type TrailEntryView } from '@despacho/contracts/dispatch';

/** Names of details; others are shown unchanged. */
const DETAILS: Readonly<Record<string, string>> = {
  reason: 'Motivo',
  kind: 'Motivo',
  limit: 'Límite',
  ended: 'Sesiones terminadas',
  orders: 'Órdenes',
  photos: 'Fotos',
  photo: 'Foto',
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
  'no-module': 'no tiene el módulo',
  'no-charge': 'no tiene el cargo',
  'not-on-oneself': 'sobre su propia cuenta',
  'other-office': 'es de otra oficina',
  'permission-rule': 'no puede dar ese permiso',
  'upstream-refused': 'el servicio no se lo permite',
  session: 'por minuto',
  parallel: 'a la vez',
  uploads: 'archivos y fotos',
  service: 'trabajo del servicio',
};

/** @returns the text of a kind; that of a newer release unchanged. */
export const kindText = (kind: string): string => (TRAIL_KINDS as Readonly<Record<string, string>>)[kind] ?? kind;

/** @returns whether an entry counts a person's acts above the hourly limit, which are stored by kind only. */
const isAboveLimit = ({ count, actor, subject, details }: TrailEntryView): boolean =>
  count > 1 && actor !== null && subject === null && details === null;

/** @returns «Persona: Rosa Mamani»; null for an entry that is about nothing else. */
export function subjectText(entry: TrailEntryView): string | null {
  const { subject } = entry;
  if (!subject) return isAboveLimit(entry) ? 'Varios' : null;
  return `${TRAIL_SUBJECTS[subject.kind] ?? subject.kind}: ${subject.name ?? subject.id}`;
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

/** @returns the details of an entry as names and values; the ids of its requests last. */
export function detailRows(entry: TrailEntryView): [name: string, value: string][] {
  const { details, requestId, subject, last } = entry;
  const rows = Object.entries(details ?? {}).map(([name, value]): [string, string] => {
    if (name === 'cut') return ['Detalle', 'Demasiado largo para el registro'];
    return [DETAILS[name] ?? name, name === 'lines' ? linesText(value) : valueText(value)];
  });
  if (isAboveLimit(entry))
    rows.push(['Agrupado', 'Pasó del máximo de entradas por hora; se guardan la primera vez y la última']);
  if (subject && subject.name !== null) rows.push(['Identificador', subject.id]);
  const isCounted = last?.requestId !== undefined && last.requestId !== null;
  if (requestId !== null) rows.push([isCounted ? 'Primera solicitud' : 'Solicitud', requestId]);
  if (isCounted) rows.push(['Última solicitud', last.requestId ?? '']);
  return rows;
}
