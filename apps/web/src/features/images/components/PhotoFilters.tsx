import {
  day as daySchema,
  EVIDENCE_KIND_CODES,
  EVIDENCE_KINDS,
  type EvidenceFilter,
  PHOTO_FAULT_CODES,
  PHOTO_FAULTS,
} from '@despacho/contracts/dispatch';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '#shared/ui/Button/Button.tsx';
import { DateField } from '#shared/ui/DateField/DateField.tsx';
import { Select } from '#shared/ui/Select/Select.tsx';
import { useToday } from '#shared/hooks/use-today.ts';
import { courierNamesQuery } from '#features/couriers/api/couriers-query.ts';
import { ShareDay } from '#features/photos/guest-links/components/ShareDay.tsx';
import { senderName, sendersQuery } from '#features/orders/api/senders-query.ts';
import { loadedPhotos } from '#features/photos/api/photo-queries.ts';
import { distinctOptions, type Option, optionsOf } from '#features/photos/rules/photo-filter.ts';
import { useMayUse } from '#features/session/state/session.ts';
import styles from './PhotoFilters.module.css';

interface Props {
  officeId: string;
  timeZone: string;
  filter: EvidenceFilter;
  /** Whether photos are shown, which have checks, or missing photos. */
  hasChecks: boolean;
  /** An empty value removes the filter. */
  onChange: (name: keyof EvidenceFilter, value: string) => void;
  onClear: () => void;
}

/** The result of the checks. */
const FAULTS = [
  { value: 'alguna', label: 'Con observación' },
  ...PHOTO_FAULT_CODES.map((value) => ({ value, label: PHOTO_FAULTS[value] })),
];

const KINDS = EVIDENCE_KIND_CODES.map((value) => ({ value, label: EVIDENCE_KINDS[value] }));

/**
 * Filters of the photo wall. People who may list orders choose any client and courier; others choose from the photos
 * loaded so far with any filter.
 */
export function PhotoFilters({ officeId, timeZone, filter, hasChecks, onChange, onClear }: Props) {
  const today = useToday(timeZone);
  const seesOrders = useMayUse()(['U01']);
  const couriers = useQuery({ ...courierNamesQuery(officeId), ...(!seesOrders && { enabled: false }) }).data;
  const senders = useQuery({ ...sendersQuery(officeId), enabled: seesOrders }).data;
  const found = optionsOf(loadedPhotos(useQueryClient(), officeId));
  const named = (rows: readonly { id: string; name: string }[] | undefined): Option[] =>
    rows?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const clients = distinctOptions([...found.clients, ...named(senders)]);
  const choice = (
    name: 'cliente' | 'repartidor' | 'distrito' | 'tipo' | 'observacion',
    label: string,
    all: string,
    options: readonly Option[],
  ) => {
    const value = filter[name] ?? '';
    const isListed = value === '' || options.some((option) => option.value === value);
    return (
      <Select
        label={label}
        value={value}
        options={[
          { value: '', label: all },
          ...options,
          ...(isListed
            ? []
            : [{ value, label: (name === 'cliente' ? senderName(senders, value) : undefined) ?? value }]),
        ]}
        onChange={(next) => onChange(name, next)}
      />
    );
  };
  return (
    <div className={styles['filters']} role="search" aria-label="Filtros de fotos">
      <div className={styles['choices']}>
        {(['desde', 'hasta'] as const).map((end) => (
          <div key={end} className={styles['day']}>
            <DateField
              small
              label={end === 'desde' ? 'Desde' : 'Hasta'}
              value={filter[end] ?? ''}
              today={today}
              min={end === 'hasta' ? filter.desde : undefined}
              max={end === 'desde' ? filter.hasta : today}
              onChange={(day) => {
                // Half a date filters nothing yet.
                if (day === '' || daySchema.safeParse(day).success) onChange(end, day);
              }}
            />
          </div>
        ))}
        {choice('tipo', 'Tipo', 'Todas', KINDS)}
        {choice('repartidor', 'Repartidor', 'Todos', distinctOptions([...found.couriers, ...named(couriers)]))}
        {choice('cliente', 'Cliente', 'Todos', clients)}
        {choice('distrito', 'Distrito', 'Todos', distinctOptions(found.districts))}
        {hasChecks && choice('observacion', 'Revisión', 'Todas', FAULTS)}
        {Object.keys(filter).length > 0 && (
          <Button variant="ghost" onClick={onClear}>
            Quitar filtros
          </Button>
        )}
      </div>
      <ShareDay
        officeId={officeId}
        timeZone={timeZone}
        clients={clients}
        clientId={filter.cliente}
        day={filter.hasta ?? filter.desde}
      />
    </div>
  );
}
