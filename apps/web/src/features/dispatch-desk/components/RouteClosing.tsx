import { type Courier, type Order, type Reason } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { NavigationType } from 'react-router-dom';
import { countText } from '#shared/format/count-text.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { announce } from '#shared/hooks/announce.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { useCoarsePointer } from '#shared/hooks/use-coarse-pointer.ts';
import { useLeaveGuard } from '#shared/hooks/use-leave-guard.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { useReportFirstRows } from '#shared/state/first-rows.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { Kbd } from '#shared/ui/Kbd/Kbd.tsx';
import { reasonsQuery } from '#features/orders/api/reasons-query.ts';
import { leavesForm } from '#features/orders/rules/leaves-form.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { personOf } from '#features/session/rules/person.ts';
import { useSession } from '#features/session/state/session.ts';
import { isRunning, unanswered } from '../rules/action.ts';
import { signatureOf } from '../rules/bulk-request.ts';
import { closeIntent } from '../rules/intents.ts';
import { receiptLines, refusalText } from '../rules/receipt.ts';
import { allAsDue, type Entries, routeTotals } from '../rules/closing.ts';
import { readDraft, storeDraft } from '../state/closing-draft.ts';
import { useActions } from '../state/use-actions.ts';
import { focusStop, useEntries } from '../state/use-entries.ts';
import { ClosingTable } from './ClosingTable.tsx';
import { ClosingTotals } from './ClosingTotals.tsx';
import { CourierRoute } from './CourierRoute.tsx';
import styles from './RouteClosing.module.css';

interface Props {
  courierId: string;
  onBack: () => void;
  /** After everything was saved. */
  onDone: () => void;
}

/** «Cerrar ruta»: the result of each stop of a courier, entered by keyboard and saved in one request. */
export function RouteClosing({ courierId, onBack, onDone }: Props) {
  const { officeId, timeZone } = useDispatchOffice();
  const today = useToday(timeZone);
  const reasons = useQuery(reasonsQuery(officeId));
  return (
    <CourierRoute
      courierId={courierId}
      load={{ day: today, today }}
      title="Cerrar la ruta"
      waiting="Preparando el cierre"
      className={styles['view']}
      needed={reasons}
      onBack={onBack}
    >
      {(route) => <Form key={today} {...route} today={today} reasons={reasons.data ?? []} onDone={onDone} />}
    </CourierRoute>
  );
}

interface FormProps {
  courier: Courier;
  /** The day to close, including stops left from earlier days. */
  today: string;
  stops: readonly Order[];
  reasons: readonly Reason[];
  back: ReactNode;
  onDone: () => void;
}

const KEYS: readonly [key: string, does: string][] = [
  ['D', 'todas conformes'],
  ['E', 'en efectivo'],
  ['Y', 'Yape'],
  ['P', 'Plin'],
  ['T', 'transferencia'],
  ['O', 'POS'],
  ['N', 'no entregada, y el número del motivo'],
  ['M', 'montos, medios y hora'],
  ['X', 'dejar sin cerrar'],
  ['Ctrl Enter', 'guardar'],
];

function Form({ courier, today, stops, reasons, back, onDone }: FormProps) {
  useReportFirstRows(true);
  const actions = useActions();
  const retry = useRef<HTMLButtonElement>(null);
  const isCoarse = useCoarsePointer();
  const { officeId } = useDispatchOffice();
  const person = personOf(useSession());
  const draftKey = { person, officeId, courierId: courier.id, day: today };
  const [restored] = useState<Entries>(
    () => new Map([...readDraft(draftKey)].filter(([id]) => stops.some((stop) => stop.id === id))),
  );
  const [isRestored, setIsRestored] = useState(restored.size > 0);
  const { table, read } = useEntries(restored);
  const { ref: grid, entries } = table;
  const [sent, setSent] = useState<string | null>(null);

  const action = actions.all.find(({ steps }) => signatureOf(steps.map(({ request }) => request)) === sent);
  const lines = action ? receiptLines(action) : [];
  const saved = new Set(lines.filter(({ result }) => result !== 'refused').map(({ id }) => id));
  const open = stops.filter(({ id }) => !saved.has(id));
  const entered = open.filter(({ id }) => entries.has(id));
  const refusals = new Map(
    lines.flatMap(({ id, outcome }) =>
      outcome.ok ? [] : [[id, refusalText(outcome, new Date(serverNow()))] as const],
    ),
  );
  const isSaving = action !== undefined && isRunning(action);
  const isLost = action !== undefined && unanswered(action).length > 0;
  const gone = [...entries.keys()].filter((id) => !saved.has(id) && !stops.some((stop) => stop.id === id)).length;
  // Saved completely: only stops that stay open are left.
  const isDone = lines.length > 0 && refusals.size === 0 && !isSaving && !isLost && entered.length === 0;

  const storeOpen = useEffectEvent(() => storeDraft(draftKey, new Map([...entries].filter(([id]) => !saved.has(id)))));
  useEffect(() => {
    storeOpen();
  }, [entries, saved.size]);
  const leave = useEffectEvent(onDone);
  useEffect(() => {
    if (isDone) leave();
  }, [isDone]);
  useEffect(() => {
    if (isLost) retry.current?.focus();
  }, [isLost]);
  useEffect(() => {
    focusStop(grid.current);
  }, [grid]);
  useLeaveGuard({
    isDirty: () => entered.length > 0,
    leaves: ({ currentLocation, nextLocation, historyAction }) =>
      leavesForm(currentLocation, nextLocation, { isBack: historyAction === NavigationType.Pop }),
    text: `Si sale ahora, se pierde lo anotado de ${countText(entered.length, 'parada', 'paradas')}.`,
    onLeave: () => storeDraft(draftKey, new Map()),
  });

  const save = (): void => {
    if (isSaving) return;
    if (action && isLost) {
      void actions.resume(action.id);
      return;
    }
    if (entered.length === 0) {
      announce('Anote primero cómo terminó alguna parada');
      return;
    }
    const { of, errors } = read(entered);
    if (errors.size > 0) {
      announce(`Falta completar ${errors.size === 1 ? 'una parada' : `${errors.size} paradas`}`);
      return;
    }
    setIsRestored(false);
    const intent = closeIntent(
      entered,
      (stop) => ({ to: entries.get(stop.id)?.to ?? 'entregada', ...of(stop) }),
      courier,
    );
    setSent(signatureOf(intent.parts.map(({ request }) => request)));
    void actions.run(intent);
  };
  const fill = (): void => {
    table.onChange(allAsDue(open, entries));
    announce('Todas las paradas sin anotar: conformes, en efectivo');
  };

  return (
    <section
      className={styles['view']}
      aria-label={`Cerrar la ruta de ${courier.name}`}
      onKeyDown={(event) => {
        if (event.target instanceof HTMLInputElement && event.key !== 'Enter') return;
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
        else if (event.key.toLowerCase() === 'd' && !event.ctrlKey && !event.metaKey && !event.altKey) fill();
        else return;
        event.preventDefault();
      }}
    >
      <header className={styles['head']}>
        {back}
        <h2 className={styles['title']}>Cerrar la ruta de {courier.name}</h2>
        <Button
          disabled={open.length === 0}
          aria-keyshortcuts="D"
          onClick={() => {
            fill();
            focusStop(grid.current);
          }}
        >
          Todas conformes
        </Button>
      </header>
      {!isCoarse && (
        <p className={styles['keys']}>
          {KEYS.map(([key, does]) => (
            <span key={key}>
              <Kbd>{key}</Kbd> {does}
            </span>
          ))}
        </p>
      )}
      {isRestored && (
        <p role="status" className={styles['restored']}>
          Se recuperó lo anotado de {countText(restored.size, 'parada', 'paradas')}, que no se había guardado.
          <Button
            size="sm"
            onClick={() => {
              table.onChange(new Map());
              setIsRestored(false);
              focusStop(grid.current);
            }}
          >
            Empezar de nuevo
          </Button>
        </p>
      )}
      {isLost && (
        <p role="alert" className={styles['alarm']}>
          No hubo respuesta: puede que se haya guardado o no. Lo anotado no se pierde, y reintentar no lo repite.
          <Button ref={retry} size="sm" loading={isSaving} onClick={save}>
            Reintentar
          </Button>
        </p>
      )}
      {gone > 0 && !isLost && (
        <p role="status" className={styles['alarm']}>
          {gone === 1 ? 'Una parada anotada ya no está' : `${formatNumber(gone)} paradas anotadas ya no están`} en la
          ruta: otra persona la cambió.
        </p>
      )}
      {open.length === 0 ? (
        <EmptyState
          title="No tiene paradas por cerrar"
          action={<Button onClick={onDone}>Ver su cierre del día</Button>}
        >
          Las órdenes que se le asignen aparecerán aquí. Lo que trae se ve en el cierre del día.
        </EmptyState>
      ) : (
        <ClosingTable
          {...table}
          label={`Paradas de ${courier.name}`}
          stops={open}
          reasons={reasons}
          problems={new Map([...refusals, ...table.problems])}
        />
      )}
      <footer className={styles['foot']}>
        <ClosingTotals totals={routeTotals(open, entries)} />
        <Button
          variant="primary"
          loading={isSaving}
          disabled={entered.length === 0}
          aria-keyshortcuts="Control+Enter"
          onClick={save}
        >
          Guardar {entered.length === open.length ? '' : `${formatNumber(entered.length)} de `}
          {countText(open.length, 'parada', 'paradas')}
        </Button>
      </footer>
    </section>
  );
}
