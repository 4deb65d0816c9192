import { Button } from '#shared/ui/Button/Button.tsx';
import { DateField } from '#shared/ui/DateField/DateField.tsx';
import { dayAfter } from '#shared/format/format-day.ts';
import { formatDay } from '../rules/import-texts.ts';
import styles from './ImportPreviewed.module.css';

interface Props {
  value: string;
  error: string | undefined;
  /** Today in the office's calendar. */
  today: string;
  /** A date that the file's title or name states. */
  found: string | null;
  onChange: (value: string) => void;
}

/** Asks for the date of orders without one, with likely dates to choose from. */
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
