import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect, useRef, useState } from 'react';
import { dayFormat } from '../../format/format-day.ts';
import { IconButton } from '../IconButton/IconButton.tsx';
import { dayByKey, monthAfter, weeksOf } from './calendar-days.ts';
import styles from './DateField.module.css';

interface Props {
  /** The selected day, or ''. All days are `YYYY-MM-DD`. */
  value: string;
  today: string;
  /** Days outside these cannot be chosen. */
  min?: string | undefined;
  max?: string | undefined;
  onChoose: (day: string) => void;
}

const formatMonth = dayFormat({ month: 'long', year: 'numeric' });
const formatFull = dayFormat({ dateStyle: 'full' });

const WEEKDAYS = [
  ['lu', 'lunes'],
  ['ma', 'martes'],
  ['mi', 'miércoles'],
  ['ju', 'jueves'],
  ['vi', 'viernes'],
  ['sá', 'sábado'],
  ['do', 'domingo'],
] as const;

/** A month to choose a day from. Arrows move by day and week, Home and End in the week, Page Up and Down by month. */
export function Calendar({ value, today, min = '', max = '9', onChoose }: Props) {
  const grid = useRef<HTMLTableElement>(null);
  const [cursor, setCursor] = useState(value || (today < min ? min : today));
  // Only keys move the focus. The first one is the popup's.
  const [byKey, setByKey] = useState(false);
  useEffect(() => {
    if (byKey) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [cursor, byKey]);
  const turn = (months: number): void => {
    setByKey(false);
    setCursor(monthAfter(cursor, months));
  };
  return (
    <div className={styles['calendar']}>
      <div className={styles['month']}>
        <IconButton
          variant="plain"
          label="Mes anterior"
          icon={<ChevronLeft size={18} aria-hidden="true" />}
          onClick={() => turn(-1)}
        />
        <span aria-live="polite">{formatMonth(cursor)}</span>
        <IconButton
          variant="plain"
          label="Mes siguiente"
          icon={<ChevronRight size={18} aria-hidden="true" />}
          onClick={() => turn(1)}
        />
      </div>
      <table
        ref={grid}
        role="grid"
        aria-label={formatMonth(cursor)}
        onKeyDown={(event) => {
          const next = dayByKey(event.key, cursor);
          if (next === undefined) return;
          event.preventDefault();
          setByKey(true);
          setCursor(next);
        }}
      >
        <thead>
          <tr>
            {WEEKDAYS.map(([short, name]) => (
              <th key={short} scope="col" abbr={name}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(cursor).map((week, at) => (
            <tr key={at}>
              {week.map((day, place) =>
                day === null ? (
                  <td key={place} />
                ) : (
                  <td key={place} role="gridcell" aria-selected={day === value}>
                    <button
                      type="button"
                      tabIndex={day === cursor ? 0 : -1}
                      aria-label={formatFull(day)}
                      aria-current={day === today ? 'date' : undefined}
                      aria-disabled={day < min || day > max || undefined}
                      onClick={() => {
                        if (day >= min && day <= max) onChoose(day);
                      }}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
