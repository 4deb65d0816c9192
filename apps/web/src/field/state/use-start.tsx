import { type FieldRoute } from '@despacho/contracts/dispatch';
import { type ReactNode, useState } from 'react';
import { formatWeekday } from '#shared/format/format-day.ts';
import { useClock } from '#shared/hooks/use-seconds.ts';
import { Action } from '../components/Action.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { useRoute } from '../offline/hooks.ts';
import { startRoute } from '../offline/records.ts';
import { type Stop } from '../offline/types.ts';
import { startOf } from '../rules/start-day.ts';
import { useTask } from './use-task.ts';

interface Starting {
  route: FieldRoute;
  stops: readonly Stop[];
  timeZone: string;
  onStarted: () => void;
}

/**
 * «Salí a ruta», which first asks a courier whose stops are all tomorrow's whether the route is.
 * @returns `begin`, which receives the ids of orders whose parcels were not there; `question`, to be rendered; and `note`:
 * what to say before, because the route will count in the next day.
 */
export function useStart({ route, stops, timeZone, onStarted }: Starting) {
  const { clockOffsetMs } = useRoute();
  const [asking, setAsking] = useState<{ missing: readonly string[]; day: string }>();
  const { run, isBusy, failure } = useTask(async (missing: readonly string[], day?: string) => {
    setAsking(undefined);
    await startRoute(missing, day);
    onStarted();
  });
  const phoneTime = useClock(20_000).getTime();
  const begin = (missing: readonly string[] = []): void => {
    const { day, why } = startOf(route, stops, timeZone, Date.now() + clockOffsetMs);
    if (why === 'ask') setAsking({ missing, day });
    else void run(missing, why === 'confirmed' ? day : undefined);
  };
  const question: ReactNode = asking && (
    <Dialog
      title="¿Es la ruta de mañana?"
      cancel="Volver"
      action={
        <>
          <Action tone="plain" onClick={() => void run(asking.missing)}>
            No, salgo por hoy
          </Action>
          <Action onClick={() => void run(asking.missing, asking.day)}>Sí, es la de mañana</Action>
        </>
      }
      onClose={() => setAsking(undefined)}
    >
      <p>Todas sus paradas son del {formatWeekday(asking.day)}. Si responde que sí, sus visitas cuentan en ese día.</p>
    </Dialog>
  );
  const { day, why } = startOf(route, stops, timeZone, phoneTime + clockOffsetMs);
  const note =
    why === 'confirmed'
      ? `La oficina ya confirmó su día. Si sale ahora, su ruta cuenta para el ${formatWeekday(day)}.`
      : null;
  return { begin, isBusy, failure, question, note };
}
