import { addDays } from '@despacho/contracts/dispatch';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { dayFormat } from '../../format/format-day.ts';
import { dayWord } from '../../format/working-day.ts';
import { Button } from '../Button/Button.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import styles from './DayPicker.module.css';

const short = dayFormat({ weekday: 'short', day: 'numeric', month: 'short' });

interface Props {
  day: string;
  today: string;
  /** The last day that can be chosen; `today` by default. */
  max?: string;
  onChange: (day: string) => void;
}

/** The day that is shown: a step back and forward, a calendar, and back to today. */
export function DayPicker({ day, today, max = today, onChange }: Props) {
  const word = dayWord(day, today);
  const name = `${word === 'hoy' || word === 'ayer' ? `${word}, ` : ''}${short(day).replaceAll('.', '')}`;
  return (
    <div className={styles['picker']} role="group" aria-label="Día">
      <IconButton
        label="Día anterior"
        variant="plain"
        icon={<ChevronLeft size={16} aria-hidden="true" />}
        onClick={() => onChange(addDays(day, -1))}
      />
      <label className={styles['day']}>
        <span>{name.charAt(0).toUpperCase() + name.slice(1)}</span>
        <input
          type="date"
          aria-label="Elegir día"
          value={day}
          max={max}
          onChange={({ target }) => {
            if (target.value !== '') onChange(target.value > max ? max : target.value);
          }}
        />
      </label>
      <IconButton
        label="Día siguiente"
        variant="plain"
        disabled={day >= max}
        icon={<ChevronRight size={16} aria-hidden="true" />}
        onClick={() => onChange(addDays(day, 1))}
      />
      {day !== today && (
        <Button size="sm" onClick={() => onChange(today)}>
          Hoy
        </Button>
      )}
    </div>
  );
}
