import { Autocomplete } from '@base-ui/react/autocomplete';
import { type Courier } from '@despacho/contracts/dispatch';
import { useMemo, useState } from 'react';
import { fold } from '#shared/fields/fold.ts';
import { includesWords, queryWords } from '#shared/fields/search.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { Avatar } from '#shared/ui/Avatar/Avatar.tsx';
import { orderCount } from '#shared/format/order-count.ts';
import fieldStyles from '#shared/ui/Field/Field.module.css';
import { zoneNames, zoneSummary } from '#features/couriers/rules/zone-names.ts';
import { useZonesServed } from '#shared/zones/zones-query.ts';
import { dayWord } from '#shared/format/working-day.ts';
import { useAnnounceMatches } from '#shared/hooks/use-announce-matches.ts';
import { byFit, courierFit, type DayLoad } from '../rules/courier-fit.ts';
import styles from './CourierChoice.module.css';

interface Props {
  label: string;
  /** Orders the chosen courier would receive, each day with the couriers' load of that day; at least one. */
  days: readonly DayLoad[];
  today: string;
  onChoose: (courier: Courier) => void;
}

const NOBODY: readonly Courier[] = [];

/** A search field above the matching couriers, best fit first. Arrow keys move the highlight, Enter chooses. */
export function CourierChoice({ label, days, today, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const [couriers = NOBODY] = days.map((load) => load.couriers);
  const zones = useZonesServed(couriers[0]?.officeId ?? '', couriers);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- `byFit` compares places with the zones
  const ranked = useMemo(() => byFit(days), [days, zones]);
  const words = queryWords(search);
  const found = ranked.filter((courier) => includesWords(fold([courier.name, ...zoneNames(courier)].join(' ')), words));
  useAnnounceMatches(search, found.length);
  return (
    <Autocomplete.Root
      inline
      open
      items={ranked}
      filteredItems={found}
      value={search}
      autoHighlight="always"
      highlightItemOnHover={false}
      onValueChange={(text, { reason }) => {
        if (reason !== 'item-press') setSearch(text);
      }}
    >
      <div className={styles['choice']}>
        <Autocomplete.Input
          className={fieldStyles['input']}
          aria-label={label}
          placeholder="Buscar por nombre o distrito"
          spellCheck={false}
        />
        <Autocomplete.List aria-label={label} className={styles['list']}>
          {(courier: Courier) => (
            <Autocomplete.Item
              key={courier.id}
              value={courier}
              className={styles['option']}
              onClick={() => onChoose(courier)}
            >
              <CourierOption courier={courier} days={days} today={today} />
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
        <Autocomplete.Empty className={styles['none']}>Nadie coincide con «{search}».</Autocomplete.Empty>
      </div>
    </Autocomplete.Root>
  );
}

function CourierOption({ courier, days, today }: Pick<Props, 'days' | 'today'> & { courier: Courier }) {
  const loads = days.map(({ day, couriers, orders }) => {
    const known = couriers.find(({ id }) => id === courier.id) ?? courier;
    const word = days.length > 1 || day !== today ? dayWord(day, today) : null;
    return { ...courierFit(known, orders), before: known.load.orders, day, word };
  });
  const warnings = loads.flatMap((load) =>
    load.warnings.map((warning) => (days.length > 1 && load.word ? `${load.word}: ${warning}` : warning)),
  );
  return (
    <>
      <Avatar name={courier.name} />
      <span className={styles['who']}>
        <span className={styles['name']}>{courier.name}</span>
        <span className={styles['zones']}>{zoneSummary(courier)}</span>
        {warnings.length > 0 && <span className={styles['warning']}>{warnings.join(' · ')}</span>}
      </span>
      <span className={styles['load']}>
        {loads.map(({ day, word, before, orders: total }) => (
          <span key={day} className={styles['day']}>
            {word !== null && <span className={styles['of']}>{word} </span>}
            {formatNumber(before)} → <strong>{formatNumber(total)}</strong>
            <span className={styles['of']}> de {orderCount(courier.capacityOrders)}</span>
          </span>
        ))}
      </span>
    </>
  );
}
