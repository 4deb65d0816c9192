import {
  day as daySchema,
  type Choice,
  type District,
  ORDER_STATE_CODES,
  ORDER_STATES,
} from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { dayAfter } from '#shared/format/format-day.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { DateField } from '#shared/ui/DateField/DateField.tsx';
import { useDistricts } from '#shared/districts/districts.ts';
import { useNearProvince } from '#shared/districts/districts-query.ts';
import { zonesQuery } from '#shared/zones/zones-query.ts';
import { courierNamesQuery } from '#features/couriers/api/couriers-query.ts';
import { sendersQuery } from '../api/senders-query.ts';
import { stanceOf, withStance } from '../rules/choices.ts';
import { withDays } from '../rules/narrowed.ts';
import { useDispatchOffice, useOrderFilter } from '../state/use-orders-state.ts';
import { useCoarsePointer } from '#shared/hooks/use-coarse-pointer.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import styles from './MoreFilters.module.css';
import { type StanceOption } from './StanceGroup.tsx';
import { StanceList } from './StanceList.tsx';

const STATES: readonly StanceOption[] = ORDER_STATE_CODES.map((value) => ({ value, label: ORDER_STATES[value] }));

type ListField = 'states' | 'couriers' | 'districts' | 'zones' | 'clients';

/** Filters by day, state, courier, district and client. */
export function OtherFilters() {
  const { officeId } = useDispatchOffice();
  const { filter, setFilter } = useOrderFilter();
  const isCoarse = useCoarsePointer();
  const couriers = useQuery(courierNamesQuery(officeId)).data;
  const clients = useQuery(sendersQuery(officeId)).data;
  const zones = useQuery(zonesQuery(officeId)).data ?? [];
  const districts = useDistricts();
  const near = useNearProvince(officeId);
  const optionOf = (district: District): StanceOption => ({
    value: district.ubigeo,
    label: districts.labelOf(district, near),
  });
  const listOf = (field: ListField) => ({
    stanceOf: (value: string) => stanceOf<string>(filter[field] satisfies Choice, value),
    onChange: (value: string, stance: ReturnType<typeof stanceOf>) =>
      setFilter((now) => ({ ...now, [field]: withStance<string>(now[field], value, stance) })),
  });
  return (
    <>
      <p className="note">{isCoarse ? 'Un toque' : 'Un clic'} incluye, el segundo excluye, el tercero quita.</p>
      <Days />
      <StanceList label="Estado" options={STATES} {...listOf('states')} />
      <StanceList
        label="Repartidor"
        options={couriers?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        empty="Todavía no hay repartidores"
        {...listOf('couriers')}
      />
      <StanceList
        label="Distrito"
        options={[...filter.districts.is, ...filter.districts.not]
          .flatMap((code) => districts.of(code) ?? [])
          .map(optionOf)}
        find={(text) => districts.search(text, near).map(optionOf)}
        {...listOf('districts')}
      />
      {zones.length > 0 && (
        <StanceList
          label="Zona"
          options={zones.map(({ id, name }) => ({ value: id, label: name }))}
          {...listOf('zones')}
        />
      )}
      <StanceList
        label="Cliente"
        options={clients?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        empty={clients ? 'Ninguna orden es de un cliente registrado' : 'Buscando los clientes…'}
        {...listOf('clients')}
      />
    </>
  );
}

function Days() {
  const { timeZone } = useDispatchOffice();
  const { filter, setFilter } = useOrderFilter();
  const today = useToday(timeZone);
  const set = (from: string, to: string): void => {
    setFilter((now) => withDays(now, from, to));
  };
  const quick = [
    ['Ayer', 'ayer', 'ayer'],
    ['Hoy', 'hoy', 'hoy'],
    ['Mañana', 'manana', 'manana'],
    ['Últimos 7 días', dayAfter(today, -6), today],
  ] as const;
  return (
    <fieldset className="stack">
      <legend className={styles['legend']}>Fecha de entrega</legend>
      <div className={styles['days']}>
        {(['from', 'to'] as const).map((end) => (
          <DateField
            key={end}
            small
            label={end === 'from' ? 'Desde' : 'Hasta'}
            value={filter[end] ?? ''}
            today={today}
            min={end === 'to' ? filter.from : undefined}
            max={end === 'from' ? filter.to : undefined}
            onChange={(day) => {
              // Half a date filters nothing yet.
              if (day !== '' && !daySchema.safeParse(day).success) return;
              const days = { from: filter.from ?? '', to: filter.to ?? '', [end]: day };
              set(days.from, days.to);
            }}
          />
        ))}
      </div>
      <div className={styles['options']}>
        {quick.map(([name, from, to]) => (
          <Button key={name} size="sm" onClick={() => set(from, to)}>
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
