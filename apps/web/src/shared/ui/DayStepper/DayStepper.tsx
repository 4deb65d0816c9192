import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Button } from '../Button/Button.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import styles from './DayStepper.module.css';

interface Props {
  /** Accessible names: of the group, of the two steps, and of the calendar. */
  names: { group: string; before: string; after: string; pick: string };
  /** The content between the steps. */
  text: string;
  /** The day that the calendar opens with. */
  day: string;
  today: string;
  /** Later days cannot be chosen; `today` by default. */
  max?: string | undefined;
  /** Whether there is nothing later. */
  isLast: boolean;
  /** Text of the button back to today; without one while today is shown. */
  back?: string | undefined;
  /** @param steps 1 or -1. */
  onStep: (steps: number) => void;
  onChange: (day: string) => void;
}

/** A day, or the period that contains it: a step back and forward, a calendar, and back to today. */
export function DayStepper({ names, text, day, today, max = today, isLast, back, onStep, onChange }: Props) {
  return (
    <div className={styles['picker']} role="group" aria-label={names.group}>
      <IconButton
        label={names.before}
        variant="plain"
        icon={<ChevronLeft size={16} aria-hidden="true" />}
        onClick={() => onStep(-1)}
      />
      <label className={styles['day']}>
        <span>{text.charAt(0).toUpperCase() + text.slice(1)}</span>
        <input
          type="date"
          aria-label={names.pick}
          value={day}
          max={max}
          onChange={({ target }) => {
            if (target.value !== '') onChange(target.value > max ? max : target.value);
          }}
        />
      </label>
      <IconButton
        label={names.after}
        variant="plain"
        disabled={isLast}
        icon={<ChevronRight size={16} aria-hidden="true" />}
        onClick={() => onStep(1)}
      />
      {back !== undefined && (
        <Button size="sm" onClick={() => onChange(today)}>
          {back}
        </Button>
      )}
    </div>
  );
}
