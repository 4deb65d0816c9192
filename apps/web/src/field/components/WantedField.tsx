import { dayAfter } from '#shared/format/format-day.ts';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { Chips } from './Chips.tsx';
import { Section } from './Section.tsx';

interface Props {
  /** The day of the route. */
  day: string;
  value: string;
  error: string | undefined;
  onChange: (date: string) => void;
}

/** The date that the recipient asked for instead of today. */
export function WantedField({ day, value, error, onChange }: Props) {
  const options = [
    { value: dayAfter(day, 1), label: 'Mañana' },
    { value: dayAfter(day, 2), label: 'Pasado mañana' },
  ];
  return (
    <Section title="Qué día pidió" error={error}>
      <Chips
        label="Días próximos"
        options={options}
        pressed={[value]}
        onPress={(date) => onChange(date === value ? '' : date)}
      />
      <TextField
        label="Otra fecha, si la dijo"
        type="date"
        min={dayAfter(day, 1)}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Section>
  );
}
