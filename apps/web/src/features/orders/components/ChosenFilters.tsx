import {
  type Choice,
  firstDayRead,
  MAX_DAYS_READ,
  ORDER_FLAGS,
  ORDER_PROMISES,
  ORDER_STATES,
  type OrderFilter,
} from '@despacho/contracts/dispatch';
import { useDistricts } from '#shared/districts/districts.ts';
import { useNearProvince } from '#shared/districts/districts-query.ts';
import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { formatDay } from '#shared/format/format-day.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { zonesQuery } from '#shared/zones/zones-query.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { couriersQuery } from '#features/couriers/api/couriers-query.ts';
import { ShareDay } from '#features/photos/guest-links/components/ShareDay.tsx';
import { reasonsQuery } from '../api/reasons-query.ts';
import { senderName, sendersQuery } from '../api/senders-query.ts';
import { batchText } from '../rules/batch-text.ts';
import { stanceOf, withStance } from '../rules/choices.ts';
import { withDays, withoutBatch, withSearch } from '../rules/narrowed.ts';
import { type Preset } from '../rules/presets.ts';
import { useDispatchOffice, useOrderFilter, useOrders } from '../state/use-orders-state.ts';
import styles from './FilterBar.module.css';

type ListField = 'flags' | 'states' | 'couriers' | 'districts' | 'zones' | 'clients' | 'reasons' | 'promises' | 'hours';

const FIELDS: Record<ListField, string> = {
  flags: 'Aviso',
  states: 'Estado',
  couriers: 'Repartidor',
  districts: 'Distrito',
  zones: 'Zona',
  clients: 'Cliente',
  reasons: 'Motivo',
  promises: '',
  hours: 'Horario desde las',
};

const isSet = ({ is, not }: Choice): boolean => is.length + not.length > 0;

interface Props {
  preset: Preset | null;
  /** Filters that the screen shows itself; of the lists, flags by default. */
  except?: readonly ListField[];
  /** Whether the search is shown as well, where there is no field with it. */
  hasSearch?: boolean;
}

/** Active filters other than presets, each removable. Renders nothing without any. */
export function ChosenFilters({ preset, except = ['flags'], hasSearch = false }: Props) {
  const { officeId, timeZone } = useDispatchOffice();
  const { filter, setFilter } = useOrderFilter();
  const { orders, isOutdated } = useOrders();
  const couriers = useQuery({ ...couriersQuery(officeId), enabled: isSet(filter.couriers) }).data;
  const senders = useQuery({ ...sendersQuery(officeId), enabled: isSet(filter.clients) }).data;
  const reasons = useQuery({ ...reasonsQuery(officeId), enabled: isSet(filter.reasons) }).data;
  const zones = useQuery({ ...zonesQuery(officeId), enabled: isSet(filter.zones) }).data;
  const districts = useDistricts();
  const near = useNearProvince(officeId);
  const today = useToday(timeZone);
  const nameOf: Record<ListField, (value: string) => string> = {
    flags: (value) => ORDER_FLAGS[value as keyof typeof ORDER_FLAGS],
    states: (value) => ORDER_STATES[value as keyof typeof ORDER_STATES],
    couriers: (value) => couriers?.find(({ id }) => id === value)?.name ?? `n.º ${value}`,
    districts: (value) => {
      const district = districts.of(value);
      return district ? districts.labelOf(district, near) : value;
    },
    zones: (value) => zones?.find(({ id }) => id === value)?.name ?? (zones ? 'quitada' : `n.º ${value}`),
    clients: (value) => senderName(senders, value) ?? `n.º ${value}`,
    reasons: (value) => reasons?.find(({ code }) => code === value)?.name ?? value,
    promises: (value) => ORDER_PROMISES[value as keyof typeof ORDER_PROMISES],
    hours: (value) => `${Number(value)}:00`,
  };
  const fields = (Object.keys(FIELDS) as ListField[]).filter(
    (field) => !except.includes(field) && (preset === null || field !== 'states'),
  );
  const chosen = fields.flatMap((field) => {
    const choice: Choice = filter[field];
    return [...choice.is, ...choice.not].map((value) => ({
      key: `${field} ${value}`,
      isExcluded: stanceOf(choice, value) === 'not',
      text:
        field === 'promises'
          ? nameOf[field](value)
          : field === 'hours'
            ? `${FIELDS[field]} ${nameOf[field](value)}`
            : `${FIELDS[field]}: ${nameOf[field](value)}`,
      without: (now: OrderFilter): OrderFilter => ({ ...now, [field]: withStance<string>(now[field], value, null) }),
    }));
  });
  const days = preset === null ? daysText(filter, today) : null;
  const first = firstDayRead(filter, today);
  const batch = filter.batch === undefined ? null : batchText(isOutdated ? [] : orders, timeZone, today);
  const search = hasSearch && filter.search !== undefined ? `Búsqueda: «${filter.search}»` : null;
  const tokens = [
    { key: 'search', isExcluded: false, text: search, without: (now: OrderFilter) => withSearch(now, '') },
    { key: 'days', isExcluded: false, text: days, without: (now: OrderFilter) => withDays(now, '', '') },
    { key: 'batch', isExcluded: false, text: batch, without: withoutBatch },
    ...chosen,
  ].flatMap(({ text, ...token }) => (text === null ? [] : { text, ...token }));
  const [client, ...otherClients] = filter.clients.is;
  const isShared = client !== undefined && otherClients.length === 0 && filter.from === filter.to;
  if (tokens.length === 0) return null;
  return (
    <div className={styles['tokens']} role="group" aria-label="Filtros puestos">
      {tokens.map(({ key, text, isExcluded, without }) => (
        <Token key={key} text={text} isExcluded={isExcluded} onRemove={() => setFilter(without)} />
      ))}
      {isShared && (
        <ShareDay
          small
          label="Compartir constancias"
          officeId={officeId}
          timeZone={timeZone}
          clients={[{ value: client, label: nameOf.clients(client) }]}
          clientId={client}
          day={filter.from}
        />
      )}
      {first !== undefined && (
        <span className={styles['reach']}>
          Desde el {formatDay(first, today)}: con zona, motivo u horario, {MAX_DAYS_READ} días.
        </span>
      )}
    </div>
  );
}

/** Removes all filters, also the search and the flags. Renders nothing without any. */
export function ClearFilters({ preset, onClear }: { preset: Preset | null; onClear: () => void }) {
  const { filter } = useOrderFilter();
  const { states, flags, couriers, districts, zones, clients, batch, from, to, search } = filter;
  const choices: readonly Choice[] = [flags, couriers, districts, zones, clients, ...(preset === null ? [states] : [])];
  const hasDays = preset === null && (from !== undefined || to !== undefined);
  const isFiltered = choices.some(isSet) || hasDays || batch !== undefined;
  if (!isFiltered && !search) return null;
  return (
    <Button size="sm" variant="ghost" onClick={onClear}>
      Quitar filtros
    </Button>
  );
}

function daysText({ from, to }: OrderFilter, today: string): string | null {
  if (from === undefined && to === undefined) return null;
  if (from === to && from !== undefined) return `Fecha: ${formatDay(from, today)}`;
  const parts = [
    from !== undefined && `desde el ${formatDay(from, today)}`,
    to !== undefined && `hasta el ${formatDay(to, today)}`,
  ];
  return `Fecha: ${parts.filter(Boolean).join(' ')}`;
}

interface TokenProps {
  text: string;
  isExcluded: boolean;
  onRemove: () => void;
}

function Token({ text, isExcluded, onRemove }: TokenProps) {
  const label = isExcluded ? `Sin ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
  return (
    <span className={styles['token']} data-not={isExcluded || undefined}>
      <span className={styles['label']}>{label}</span>
      <button type="button" className={styles['remove']} aria-label={`Quitar ${label}`} onClick={onRemove}>
        <X size={14} aria-hidden="true" />
      </button>
    </span>
  );
}
