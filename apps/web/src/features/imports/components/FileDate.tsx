import { Button } from '../../../shared/ui/Button/Button.tsx';
import { DateField } from '../../../shared/ui/DateField/DateField.tsx';
import { dayAfter } from '../../../shared/format/format-day.ts';
import { formatDay } from '../rules/import-texts.ts';
import styles from './ImportPreviewed.module.css';

interface Props {
  value: string;
  error: string | undefined;
  /** The office's date. */
  today: string;
  /** A date that the file's title or name states. */
  found: string | null;
  onChange: (value: string) => void;
}

/** The date of the orders of a file that has none, with the likely ones to choose. */
export function FileDate({ value, error, today, found, onChange }: Props) {
  const tomorrow = dayAfter(today, 1);
  const proposals = [
    { day: today, label: 'Hoy' },
    { day: tomorrow, label: 'Mañana' },
    ...(found === null || found === today || found === tomorrow
      ? []
      : [{ day: found, label: `${formatDay(found)}, como dice el archivo` }]),
  ];
  return (
    <div>
      <DateField
        label="Fecha de las órdenes sin fecha"
        value={value}
        error={error}
        hint={found === null ? undefined : `El título o el nombre del archivo dice ${formatDay(found)}`}
        today={today}
        onChange={onChange}
      />
      <div className={styles['proposals']}>
        {proposals.map(({ day, label }) => (
          <Button key={day} size="sm" aria-pressed={value === day} onClick={() => onChange(day)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
