import { type Courier, type Order } from '@despacho/contracts/dispatch';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { fold } from '../../../shared/fields/fold.ts';
import { includesWords, queryWords } from '../../../shared/fields/search.ts';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { Avatar } from '../../../shared/ui/Avatar/Avatar.tsx';
import { classes } from '../../../shared/styles/classes.ts';
import { orderCount } from '../../../shared/format/order-count.ts';
import fieldStyles from '../../../shared/ui/Field/Field.module.css';
import { zoneNames, zoneSummary } from '../../couriers/rules/zone-names.ts';
import { byFit, courierFit } from '../rules/courier-fit.ts';
import { listMove } from '../rules/list-move.ts';
import styles from './CourierChoice.module.css';

interface Props {
  label: string;
  couriers: readonly Courier[];
  /** What the chosen one would get. */
  orders: readonly Order[];
  onChoose: (courier: Courier) => void;
}

/** A search field with the couriers it finds below, the fittest first. Arrows go through them, Enter takes one. */
export function CourierChoice({ label, couriers, orders, onChoose }: Props) {
  const id = useId();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const ranked = useMemo(() => byFit(couriers, orders), [couriers, orders]);
  const words = queryWords(search);
  const found = ranked.filter((courier) => includesWords(fold([courier.name, ...zoneNames(courier)].join(' ')), words));
  const current = found[Math.min(active, found.length - 1)];
  const optionId = (courier: Courier): string => `${id}-${courier.id}`;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (current) onChoose(current);
      return;
    }
    const next = listMove(event.key, Math.min(active, found.length - 1), found.length);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setActive(next);
    const target = found[next];
    if (target) document.getElementById(optionId(target))?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <div className={styles['choice']}>
      <input
        type="text"
        role="combobox"
        className={fieldStyles['input']}
        aria-label={label}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={current && optionId(current)}
        placeholder="Buscar por nombre o distrito"
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={label} className={styles['list']}>
        {found.map((courier) => {
          const fit = courierFit(courier, orders);
          return (
            <li
              key={courier.id}
              id={optionId(courier)}
              role="option"
              aria-selected={courier === current}
              className={classes(styles['option'], courier === current && styles['active'])}
              // The focus stays in the field, where the keys are heard.
              onPointerDown={(event) => {
                event.preventDefault();
              }}
              onClick={() => {
                onChoose(courier);
              }}
            >
              <Avatar name={courier.name} />
              <span className={styles['who']}>
                <span className={styles['name']}>{courier.name}</span>
                <span className={styles['zones']}>{zoneSummary(courier)}</span>
                {fit.warnings.length > 0 && (
                  <span className={styles['warning']}>{fit.warnings.map(({ text }) => text).join(' · ')}</span>
                )}
              </span>
              <span className={styles['load']}>
                {formatNumber(courier.load.orders)} → <strong>{formatNumber(fit.orders)}</strong>
                <span className={styles['of']}> de {orderCount(courier.capacityOrders)}</span>
              </span>
            </li>
          );
        })}
      </ul>
      {found.length === 0 && <p className={styles['none']}>Nadie coincide con «{search}».</p>}
    </div>
  );
}
