import { addDays } from '@despacho/contracts/dispatch';
import { dayWords } from '../../format/format-day.ts';
import { dayWord } from '../../format/working-day.ts';
import { DayStepper } from '../DayStepper/DayStepper.tsx';

const wordsOf = dayWords({ weekday: 'short', day: 'numeric', month: 'short' });

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
  const { weekday, day: date, month } = wordsOf(day);
  return (
    <DayStepper
      names={NAMES}
      text={`${word === 'hoy' || word === 'ayer' ? `${word}, ` : ''}${weekday}, ${date} ${month}`}
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
