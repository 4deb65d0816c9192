import { Autocomplete } from '@base-ui/react/autocomplete';
import { type Courier, type CourierRanking, type RankedCourier } from '@despacho/contracts/dispatch';
import { useMemo, useState } from 'react';
import { fold } from '#shared/fields/fold.ts';
import { Highlight } from '#shared/fields/Highlight.tsx';
import { rankedSearch } from '#shared/fields/ranked-search.ts';
import { includesWords, queryWords } from '#shared/fields/search.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { Avatar } from '#shared/ui/Avatar/Avatar.tsx';
import { useCertainEnter } from '#shared/ui/Combobox/use-certain-enter.ts';
import { orderCount } from '#shared/format/order-count.ts';
import fieldStyles from '#shared/ui/Field/Field.module.css';
import { searchedCourier } from '#features/couriers/rules/find-couriers.ts';
import { zoneNames, zoneSummary } from '#features/couriers/rules/zone-names.ts';
import { useZonesServed } from '#shared/zones/zones-query.ts';
import { dayWord } from '#shared/format/working-day.ts';
import { useAnnounceMatches } from '#shared/hooks/use-announce-matches.ts';
import { byFit, courierFit, type DayLoad } from '../rules/courier-fit.ts';
import { addedText, delayedText } from '../rules/route-texts.ts';
import styles from './CourierChoice.module.css';

interface Props {
  label: string;
  /** Orders the chosen courier would receive, each day with the couriers' load of that day; at least one. */
  days: readonly DayLoad[];
  today: string;
  /** What the orders would cost each courier. The list is sorted by the costs that are known when it appears. */
  ranking?: CourierRanking | undefined;
  onChoose: (courier: Courier) => void;
}

const NOBODY: readonly Courier[] = [];

/**
 * A search field above the matching couriers, best match and then best fit first. Arrow keys move the highlight, Enter
 * chooses it. If several match equally well, Enter moves into the list instead: nobody gets an order by chance.
 */
export function CourierChoice({ label, days, today, ranking, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const [order] = useState(ranking);
  const [couriers = NOBODY] = days.map((load) => load.couriers);
  const zones = useZonesServed(couriers[0]?.officeId ?? '', couriers);
  const [fitting, find] = useMemo(() => {
    const ranked = byCost(byFit(days), order);
    return [ranked, rankedSearch(ranked, searchedCourier)] as const;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `byFit` compares places with the zones, which are searched too
  }, [days, zones, order]);
  const { items: found, only } = find(search);
  const isSure = only !== null || search.trim() === '';
  const enter = useCertainEnter(isSure);
  useAnnounceMatches(search, found.length);
  return (
    <Autocomplete.Root
      inline
      open
      items={fitting}
      filteredItems={found}
      value={search}
      autoHighlight={isSure && 'always'}
      highlightItemOnHover={false}
      onValueChange={(text, { reason }) => {
        if (reason === 'item-press') return;
        enter.onText();
        setSearch(text);
      }}
    >
      <div className={styles['choice']}>
        <Autocomplete.Input
          className={fieldStyles['input']}
          aria-label={label}
          placeholder="Buscar por nombre, placa o distrito"
          spellCheck={false}
          onKeyDown={enter.onKeyDown}
        />
        <Autocomplete.List aria-label={label} className={styles['list']}>
          {(courier: Courier) => (
            <Autocomplete.Item
              key={courier.id}
              value={courier}
              className={styles['option']}
              onClick={() => onChoose(courier)}
            >
              <CourierOption
                courier={courier}
                days={days}
                today={today}
                cost={ranking?.couriers.find(({ courierId }) => courierId === courier.id)}
                words={queryWords(search)}
              />
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
        <Autocomplete.Empty className={styles['none']}>Nadie coincide con «{search}».</Autocomplete.Empty>
      </div>
    </Autocomplete.Root>
  );
}

/** @returns the couriers with the best of a ranking first; the others after them, in their order. */
function byCost(couriers: Courier[], ranking: CourierRanking | undefined): Courier[] {
  const places = new Map(ranking?.couriers.map(({ courierId }, place) => [courierId, place]));
  const placeOf = ({ id }: Courier): number => places.get(id) ?? places.size;
  return couriers.toSorted((one, other) => placeOf(one) - placeOf(other));
}

interface OptionProps extends Pick<Props, 'days' | 'today'> {
  courier: Courier;
  cost: RankedCourier | undefined;
  /** Words of the search, which are marked. */
  words: readonly string[];
}

const isFoundIn = (text: string | null, words: readonly string[]): text is string =>
  text !== null && words.some((word) => includesWords(fold(text), [word]));

/** @returns the zones in short, with those first that a word was found in and that the name does not explain. */
function foundZones(courier: Courier, words: readonly string[]): string {
  const sought = words.filter((word) => !includesWords(fold(courier.name), [word]));
  const found = zoneNames(courier).filter((name) => isFoundIn(name, sought));
  return found.length > 0 ? found.join(', ') : zoneSummary(courier);
}

function CourierOption({ courier, days, today, cost, words }: OptionProps) {
  const delayed = cost && delayedText(cost);
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
        <span className={styles['name']}>
          <Highlight text={courier.name} words={words} />
          {isFoundIn(courier.plate, words) && (
            <span className={styles['of']}>
              {' '}
              <Highlight text={courier.plate} words={words} />
            </span>
          )}
        </span>
        <span className={styles['zones']}>
          <Highlight text={foundZones(courier, words)} words={words} />
        </span>
        {cost && (
          <span className={styles['zones']}>
            {addedText(cost)}
            {delayed !== undefined && <span className={styles['warning']}> · {delayed}</span>}
          </span>
        )}
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
