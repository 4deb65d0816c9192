import { type FirstDay, firstDayOperations, FIRST_DAY_STEPS, type FirstDayStep } from '@despacho/contracts/dispatch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useOffice } from '#features/session/state/use-office.ts';
import { announce } from '#shared/hooks/announce.ts';
import { call } from '#shared/http/call.ts';
import { configQuery } from '#shared/queries/config-query.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { firstDayKey, firstDayQuery, isDone, isPast, leftOutSteps, storeLeftOut } from './first-day-query.ts';
import styles from './FirstDayBar.module.css';
import { nextStep, STEPS } from './steps.ts';

/**
 * For charge S: the missing steps of an office until its first delivery. Renders nothing once that is done or hidden.
 */
export function FirstDayBar() {
  const { officeId, offices } = useOffice();
  const { data: config } = useQuery(configQuery);
  const office = offices?.find(({ id }) => id === officeId);
  const isWanted = config?.sections.directory === true && office !== undefined && office.closed !== true;
  if (!isWanted) return null;
  return <Asked key={officeId} officeId={officeId} name={office.name} />;
}

function Asked({ officeId, name }: { officeId: string; name: string }) {
  const [past] = useState(() => isPast(officeId));
  const { data } = useQuery({ ...firstDayQuery(officeId), enabled: !past });
  if (past || !data || data.skipped || isDone(data)) return null;
  return <Bar officeId={officeId} name={name} day={data} />;
}

/** Reads the steps again after what may have completed one: a save, or work on the screen that was just left. */
function useReread(officeId: string): void {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const read = useRef(pathname);
  useEffect(() => {
    if (read.current === pathname) return;
    read.current = pathname;
    void client.invalidateQueries({ queryKey: firstDayKey(officeId) });
  }, [client, officeId, pathname]);
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success')
          void client.invalidateQueries({ queryKey: firstDayKey(officeId) });
      }),
    [client, officeId],
  );
}

function Bar({ officeId, name, day: { done } }: { officeId: string; name: string; day: FirstDay }) {
  const client = useQueryClient();
  useReread(officeId);
  const skip = useMutation({
    mutationFn: () => call(firstDayOperations['firstDay.skip'], { query: { officeId }, body: { skipped: true } }),
    onSuccess: (saved) => {
      client.setQueryData(firstDayKey(officeId), saved);
      announce('Guía del primer día oculta');
    },
  });
  const [leftOut, setLeftOut] = useState(() => leftOutSteps(officeId));
  const next = nextStep([...done, ...leftOut]);
  if (!next) return null;
  const leaveOut = (step: FirstDayStep): void => {
    const steps = [...leftOut, step];
    storeLeftOut(officeId, steps);
    setLeftOut(steps);
    const after = nextStep([...done, ...steps]);
    announce(after ? `Sigue: ${STEPS[after].title}` : 'No queda ningún paso');
  };
  const { title, how, path } = STEPS[next];
  return (
    <section className={styles['bar']} aria-label="Primer día">
      <p className={styles['next']}>
        <span className={styles['count']}>
          Primer día de {name}: {done.length} de {FIRST_DAY_STEPS.length}
        </span>
        <Link to={path}>{title}</Link>
        <span className={styles['how']}>{how}</span>
      </p>
      <details className={styles['all']}>
        <summary>Todos los pasos</summary>
        <ol className="frame">
          {FIRST_DAY_STEPS.map((step) => {
            const isStepDone = done.includes(step);
            const Drawing = isStepDone ? Check : Circle;
            return (
              <li key={step} data-done={isStepDone || undefined}>
                <Drawing size={16} aria-hidden="true" />
                <span>
                  <Link to={STEPS[step].path}>{STEPS[step].title}</Link>
                  {isStepDone && <span className="visually-hidden"> (hecho)</span>}
                  {!isStepDone && leftOut.includes(step) && ' (omitido)'}
                  {!isStepDone && <span className={styles['how']}>{STEPS[step].how}</span>}
                </span>
              </li>
            );
          })}
        </ol>
      </details>
      <Button size="sm" variant="ghost" onClick={() => leaveOut(next)}>
        Omitir este paso
      </Button>
      <Button size="sm" variant="ghost" loading={skip.isPending} onClick={() => skip.mutate()}>
        Ocultar la guía
      </Button>
    </section>
  );
}
