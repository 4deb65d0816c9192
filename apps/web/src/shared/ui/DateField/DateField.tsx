import CalendarDays from 'lucide-react/icons/calendar-days';
import { useRef, useState } from 'react';
import { classes } from '../../styles/classes.ts';
import { Field, type FieldProps } from '../Field/Field.tsx';
import fieldStyles from '../Field/Field.module.css';
import floating from '../Floating/Floating.module.css';
import { usePopups } from '../popups/use-popups.ts';
import { Calendar } from './Calendar.tsx';
import styles from './DateField.module.css';
import { dateText, isWhole, readDate } from './date-text.ts';

interface Props extends FieldProps {
  /** A date as `YYYY-MM-DD`, or any other text, as typed. */
  value: string;
  /** The office's date, to complete dates and to mark it in the calendar. */
  today: string;
  /** Days outside these cannot be chosen in the calendar; typed ones are for the caller to check. */
  min?: string | undefined;
  max?: string | undefined;
  name?: string;
  /** As tall as the buttons of a row. */
  small?: boolean;
  /** Called with a date as `YYYY-MM-DD`; with '' when emptied; with the typed text while it is not a date. */
  onChange: (value: string) => void;
}

/** A date to type as people write it («24/11/2026», «24/11»), or to choose from a calendar. */
export function DateField({ value, today, min, max, name, small = false, onChange, ...field }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const [host, setHost] = useState<HTMLElement>();
  const calendar = useRef<HTMLDivElement>(null);
  const { parts, trigger, placeholder } = usePopups();
  const Popover = parts?.Popover;
  const button = {
    className: classes(fieldStyles['endButton'], styles['trigger']),
    'aria-label': `Calendario: ${field.label}`,
    children: <CalendarDays size={16} aria-hidden="true" />,
  };
  const day = readDate(value, today) ?? '';
  const finish = (): void => {
    if (typed === undefined) return;
    const read = readDate(typed, today);
    if (read !== undefined && read !== value) onChange(read);
    setTyped(undefined);
  };
  return (
    <Field {...field}>
      {(control) => (
        <div ref={frame} className={fieldStyles['box']}>
          <input
            {...control}
            name={name}
            className={classes(small ? fieldStyles['small'] : control.className, styles['input'])}
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            placeholder="dd/mm/aaaa"
            value={typed ?? dateText(value)}
            onChange={({ target }) => {
              setTyped(target.value);
              const read = isWhole(target.value) ? readDate(target.value, today) : undefined;
              onChange(read ?? target.value.trim());
            }}
            onBlur={finish}
            onKeyDown={({ key }) => {
              if (key === 'Enter') finish();
            }}
          />
          {Popover ? (
            <Popover.Root
              open={open}
              onOpenChange={(isOpen) => {
                setHost(frame.current?.closest('dialog') ?? undefined);
                setOpen(isOpen);
              }}
            >
              <Popover.Trigger type="button" ref={trigger} {...button} />
              {/* Inside a modal dialog, which covers everything outside, but not clipped by it. */}
              <Popover.Portal container={host}>
                <Popover.Positioner
                  sideOffset={6}
                  align="end"
                  positionMethod="fixed"
                  className={floating['positioner']}
                >
                  <Popover.Popup
                    ref={calendar}
                    className={styles['popup']}
                    aria-label={field.label}
                    onKeyDown={(event) => {
                      if (event.key !== 'Escape') return;
                      // Closes only the calendar, and not the window or panel around it.
                      event.preventDefault();
                      setOpen(false);
                    }}
                    initialFocus={() =>
                      calendar.current?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]') ?? true
                    }
                  >
                    <Calendar
                      value={day}
                      today={today}
                      min={min}
                      max={max}
                      onChoose={(chosen) => {
                        setTyped(undefined);
                        onChange(chosen);
                        setOpen(false);
                      }}
                    />
                  </Popover.Popup>
                </Popover.Positioner>
              </Popover.Portal>
            </Popover.Root>
          ) : (
            <button {...button} aria-haspopup="dialog" {...placeholder} />
          )}
        </div>
      )}
    </Field>
  );
}
