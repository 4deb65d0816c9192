import { type FieldRoute } from '@despacho/contracts/dispatch';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { formatWeekday } from '#shared/format/format-day.ts';
import { useClock } from '#shared/hooks/use-seconds.ts';
import { useRoute } from '../offline/hooks.ts';
import { startRoute } from '../offline/records.ts';
import { type Stop } from '../offline/types.ts';
import { startOf } from '../rules/start-day.ts';
import { useTask } from '#shared/hooks/use-task.ts';

const StartQuestion = lazy(async () => ({ default: (await import('../components/StartQuestion.tsx')).StartQuestion }));

interface Starting {
  route: FieldRoute;
  stops: readonly Stop[];
  timeZone: string;
  onStarted: () => void;
}

/**
 * «Salí a ruta», which first asks a courier with only tomorrow's stops whether it is tomorrow's route.
 * @returns `begin`, which receives the ids of orders whose parcels were not there, by default those left behind before;
 * `question`, to be rendered; and `note`: a message before, if the route will count in the next day.
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
  const begin = (missing = stops.filter(({ notLoaded }) => notLoaded).map(({ id }) => id)): void => {
    const { day, why } = startOf(route, stops, timeZone, Date.now() + clockOffsetMs);
    if (why === 'ask') setAsking({ missing, day });
    else void run(missing, why === 'confirmed' ? day : undefined);
  };
  const question: ReactNode = asking && (
    <Suspense>
      <StartQuestion
        day={asking.day}
        onAnswer={(isTomorrows) => void run(asking.missing, isTomorrows ? asking.day : undefined)}
        onClose={() => setAsking(undefined)}
      />
    </Suspense>
  );
  const { day, why } = startOf(route, stops, timeZone, phoneTime + clockOffsetMs);
  const note =
    why === 'confirmed'
      ? `La oficina ya confirmó su día. Si sale ahora, su ruta cuenta para el ${formatWeekday(day)}.`
      : null;
  return { begin, isBusy, failure, question, note };
}
