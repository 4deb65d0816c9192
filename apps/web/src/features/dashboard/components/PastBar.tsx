import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import History from 'lucide-react/icons/history';
import { useState } from 'react';
import { formatDay } from '#shared/format/format-day.ts';
import { dayWord } from '#shared/format/working-day.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { moveFocusOnUnmount } from '#shared/hooks/move-focus-on-unmount.ts';
import { readTime } from '#shared/ui/TimeField/time-text.ts';
import { stepTime } from '../rules/past-time.ts';
import styles from './PastBar.module.css';

/** Minutes of a step. */
const STEP = 15;

/** Closing the bar leaves the focus on the button that opens it again. */
const keepFocus = moveFocusOnUnmount(() => document.querySelector('[data-past-switch]'));

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

/** Shows which past minute the figures are of, with links to others and to the present. */
export function PastBar({ day, today, time, isPast, onChange, onNow }: Props) {
  const [typed, setTyped] = useState({ of: time, text: time });
  const text = typed.of === time ? typed.text : time;
  /** An invalid or future time changes nothing. */
  const use = (): void => {
    const next = readTime(text);
    setTyped({ of: time, text: time });
    if (next !== undefined && next !== time && isPast(next)) onChange(next);
  };
  const word = dayWord(day, today);
  const step = (minutes: number, label: string, icon: typeof ChevronLeft) => {
    const [next, Icon] = [stepTime(day, time, minutes), icon];
    return (
      <IconButton
        label={label}
        variant="plain"
        disabled={next === undefined || !isPast(next)}
        icon={<Icon size={16} aria-hidden="true" />}
        onClick={() => {
          if (next !== undefined) onChange(next);
        }}
      />
    );
  };
  return (
    <section ref={keepFocus} aria-label="Momento pasado" data-past="" className={styles['bar']}>
      <History size={18} aria-hidden="true" className={styles['icon']} />
      <p role="status" className={styles['text']}>
        <strong>Así estaba a las {time}</strong>{' '}
        <span>
          {word === 'hoy' || word === 'ayer' ? `de ${word}` : `del ${formatDay(day, today)}`}. No se actualiza.
        </span>
      </p>
      <div role="group" aria-label="Ver a las" className={styles['time']}>
        {step(-STEP, `${STEP} minutos antes`, ChevronLeft)}
        <input
          type="text"
          inputMode="numeric"
          enterKeyHint="go"
          autoComplete="off"
          aria-label="Hora"
          value={text}
          onChange={({ target }) => setTyped({ of: time, text: target.value })}
          onFocus={({ target }) => target.select()}
          onBlur={use}
          onKeyDown={({ key }) => {
            if (key === 'Enter') use();
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
