import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import History from 'lucide-react/icons/history';
import { useEffect, useState } from 'react';
import { formatWeekday } from '../../../shared/format/format-day.ts';
import { dayWord } from '../../../shared/format/working-day.ts';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import { IconButton } from '../../../shared/ui/IconButton/IconButton.tsx';
import { shiftTime } from '../rules/past-time.ts';
import styles from './PastBar.module.css';

/** Minutes of a step. */
const STEP = 15;

/** A chosen time is used when nothing was typed for so long, in milliseconds: browsers report each digit. */
const SETTLE = 700;

interface Props {
  day: string;
  today: string;
  /** `HH:MM`. */
  time: string;
  /** Whether there is a past at another time. */
  isPast: (time: string) => boolean;
  onChange: (time: string) => void;
  onNow: () => void;
}

/** Says that the figures are of a past minute, which one, and leads to others and back to now. */
export function PastBar({ day, today, time, isPast, onChange, onNow }: Props) {
  const [typed, setTyped] = useState({ of: time, text: time });
  const text = typed.of === time ? typed.text : time;
  const use = (next: string): void => {
    if (next !== time && isPast(next)) onChange(next);
    else setTyped({ of: time, text: time });
  };
  const isWaiting = text !== time && text !== '' && isPast(text);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => onChange(text), SETTLE);
    return () => clearTimeout(timer);
  }, [isWaiting, text, onChange]);
  const word = dayWord(day, today);
  const step = (minutes: number, label: string, icon: typeof ChevronLeft) => {
    const [next, Icon] = [shiftTime(time, minutes), icon];
    return (
      <IconButton
        label={label}
        variant="plain"
        disabled={!isPast(next)}
        icon={<Icon size={16} aria-hidden="true" />}
        onClick={() => onChange(next)}
      />
    );
  };
  return (
    <section aria-label="Momento pasado" className={styles['bar']}>
      <History size={18} aria-hidden="true" className={styles['icon']} />
      <p role="status" className={styles['text']}>
        <strong>Así estaba a las {time}</strong>{' '}
        <span>{word === 'hoy' || word === 'ayer' ? `de ${word}` : `del ${formatWeekday(day)}`}. No se actualiza.</span>
      </p>
      <div role="group" aria-label="Ver a las" className={styles['time']}>
        {step(-STEP, `${STEP} minutos antes`, ChevronLeft)}
        <input
          type="time"
          required
          aria-label="Hora"
          value={text}
          onChange={({ target }) => setTyped({ of: time, text: target.value })}
          onBlur={() => use(text)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') use(text);
          }}
        />
        {step(STEP, `${STEP} minutos después`, ChevronRight)}
      </div>
      <Button size="sm" variant="primary" onClick={onNow}>
        Volver a ahora
      </Button>
    </section>
  );
}
