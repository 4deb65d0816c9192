import { formatWeekday } from '#shared/format/format-day.ts';
import { Action } from './Action.tsx';
import { Dialog } from './Dialog.tsx';

interface Props {
  /** Tomorrow. */
  day: string;
  onAnswer: (isTomorrows: boolean) => void;
  onClose: () => void;
}

/** Asks a courier with only tomorrow's stops which day the route belongs to. */
export function StartQuestion({ day, onAnswer, onClose }: Props) {
  return (
    <Dialog
      title="¿Es la ruta de mañana?"
      cancel="Volver"
      action={
        <>
          <Action tone="plain" onClick={() => onAnswer(false)}>
            No, salgo por hoy
          </Action>
          <Action onClick={() => onAnswer(true)}>Sí, es la de mañana</Action>
        </>
      }
      onClose={onClose}
    >
      <p>Todas sus paradas son del {formatWeekday(day)}. Si responde que sí, sus visitas cuentan en ese día.</p>
    </Dialog>
  );
}
