import { addDays } from '@despacho/contracts/dispatch';
import { dayFormat } from '../../format/format-day.ts';
import { dayWord } from '../../format/working-day.ts';
import { DayStepper } from '../DayStepper/DayStepper.tsx';

const short = dayFormat({ weekday: 'short', day: 'numeric', month: 'short' });

const NAMES = { group: 'Día', before: 'Día anterior', after: 'Día siguiente', pick: 'Elegir día' };

interface Props {
  day: string;
  today: string;
  /** The last day that can be chosen; `today` by default. */
  max?: string;
  onChange: (day: string) => void;
}

/** The day that is shown. */
export function DayPicker({ day, today, max = today, onChange }: Props) {
  const word = dayWord(day, today);
  return (
    <DayStepper
      names={NAMES}
      text={`${word === 'hoy' || word === 'ayer' ? `${word}, ` : ''}${short(day).replaceAll('.', '')}`}
      day={day}
      today={today}
      max={max}
      isLast={day >= max}
      back={day === today ? undefined : 'Hoy'}
      onStep={(steps) => onChange(addDays(day, steps))}
      onChange={onChange}
    />
  );
}
