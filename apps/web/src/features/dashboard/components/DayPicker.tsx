import { addDays } from '@despacho/contracts/dispatch';
import { dayFormat } from '../../../shared/format/format-day.ts';
import { dayWord } from '../../../shared/format/working-day.ts';
import { DayStepper } from '../../../shared/ui/DayStepper/DayStepper.tsx';

const short = dayFormat({ weekday: 'short', day: 'numeric', month: 'short' });

const NAMES = { group: 'Día', before: 'Día anterior', after: 'Día siguiente', pick: 'Elegir día' };

interface Props {
  day: string;
  today: string;
  onChange: (day: string) => void;
}

/** The day whose figures are shown. */
export function DayPicker({ day, today, onChange }: Props) {
  const word = dayWord(day, today);
  return (
    <DayStepper
      names={NAMES}
      text={`${word === 'hoy' || word === 'ayer' ? `${word}, ` : ''}${short(day).replaceAll('.', '')}`}
      day={day}
      today={today}
      isLast={day >= today}
      back={day === today ? undefined : 'Hoy'}
      onStep={(steps) => onChange(addDays(day, steps))}
      onChange={onChange}
    />
  );
}
