import { pathOf, SCREEN_ACCESS } from '@despacho/contracts';
import {
  day as dayForm,
  type ExportFormat,
  MONEY_STATES,
  MONEY_STATE_CODES,
  type MoneyState,
  moneyOperations,
} from '@despacho/contracts/dispatch';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Banknote from 'lucide-react/icons/banknote';
import SearchX from 'lucide-react/icons/search-x';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { countText } from '#shared/format/count-text.ts';
import { dayIn, formatDay } from '#shared/format/format-day.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { wholeRows } from '#shared/hooks/whole-rows.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { useTitle } from '#shared/hooks/use-title.ts';
import { addressOf } from '#shared/http/address.ts';
import { download } from '#shared/http/download.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { coalesce } from '#shared/live/coalesce.ts';
import { useLiveEvents } from '#shared/live/live.ts';
import { paths } from '#shared/paths.ts';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { QueryStates } from '#shared/ui/ErrorState/QueryStates.tsx';
import { SearchField } from '#shared/ui/SearchField/SearchField.tsx';
import { useReportFirstRows } from '#shared/state/first-rows.ts';
import { ExportButtons } from '#shared/ui/TopBarSlot/ExportButtons.tsx';
import { ScreenControls } from '#shared/ui/TopBarSlot/ScreenControls.tsx';
import { DayPicker } from '#shared/ui/DayPicker/DayPicker.tsx';
import { OfficePicker } from '#features/session/components/OfficePicker.tsx';
import { NextStep } from '#features/session/components/NextStep.tsx';
import { useMayUse } from '#features/session/state/session.ts';
import { type OfficeChoice, useOffice } from '#features/session/state/use-office.ts';
import { moneyDayQuery, moneyKey } from './api/money-query.ts';
import { CourierPanel, type DoneAct } from './components/CourierPanel.tsx';
import { CourierTable } from './components/CourierTable.tsx';
import { RepeatedNumbers } from './components/RepeatedNumbers.tsx';
import { MoneyPlaces, OfficeFigures } from './components/OfficeFigures.tsx';
import { type Draft } from './rules/draft.ts';
import { countStates, nextToReceive, officeTotals, shownCouriers } from './rules/money-list.ts';
import styles from './SettlementScreen.module.css';

/** Milliseconds. What happens to money is shown within seconds. */
const MONEY = { settle: 800, gap: 5000 };
/** Changes of many orders: the first is shown within a second, and a busy office is read four times a minute. */
const ORDERS = { settle: 800, gap: 15_000 };

/** «Liquidación»: what each courier collected, handed over and still has, and where every céntimo is. */
export function Component() {
  const office = useOffice();
  // Another office is another screen: no draft of its couriers stays.
  return <Settlement key={office.officeId} office={office} />;
}

/** Reads the money again after events that concern it. */
function useLiveMoney(officeId: string): void {
  const client = useQueryClient();
  const [ofMoney, ofOrders] = useMemo(() => {
    const reread = () => client.invalidateQueries({ queryKey: moneyKey(officeId) });
    return [coalesce(reread, MONEY), coalesce(reread, ORDERS)] as const;
  }, [client, officeId]);
  useEffect(
    () => () => {
      ofMoney.stop();
      ofOrders.stop();
    },
    [ofMoney, ofOrders],
  );
  const readFor =
    (round: typeof ofMoney) =>
    (event: { officeId: string }): void => {
      if (event.officeId === officeId) round.ask();
    };
  useLiveEvents('day.changed', readFor(ofMoney));
  useLiveEvents('money.changed', readFor(ofMoney));
  useLiveEvents('order.changed', readFor(ofOrders));
}

function Settlement({ office }: { office: OfficeChoice }) {
  const { officeId, timeZone } = office;
  const [params, setParams] = useSearchParams();
  const today = useToday(timeZone);
  // The day of a courier who sets out after midnight begins then.
  const last = dayIn(timeZone, serverNow());
  const asked = dayForm.safeParse(params.get('dia')).data;
  const day = asked === undefined || asked > last ? today : asked;
  const selected = params.get('repartidor') ?? undefined;
  const mayUse = useMayUse();
  const mayReceive = mayUse(['D05']) && mayUse(['U01']);
  const [search, setSearch] = useState('');
  const [isRepeated, setRepeated] = useState(false);
  const [state, setState] = useState<MoneyState | ''>('');
  const [drafts, setDrafts] = useState<Record<string, Draft>>({});
  const [done, setDone] = useState<Record<string, DoneAct | undefined>>({});
  const panel = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useLiveMoney(officeId);
  const query = useQuery(moneyDayQuery(officeId, day));
  useReportFirstRows(!query.isPending);
  const couriers = query.data?.couriers ?? [];
  const counts = countStates(couriers);
  const shown = shownCouriers(couriers, { state, search });
  const money = couriers.find(({ courier }) => courier.id === selected) ?? shown[0];
  useTitle('record', selected && money?.courier.name);
  const totals = officeTotals(couriers);
  const write = (change: Record<string, string>): void =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change))
          if (value === '') after.delete(name);
          else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  /** Without a choice, the first of the list is shown, which changes after a receipt. */
  const keep = (): void => {
    if (money && selected !== money.courier.id) write({ repartidor: money.courier.id });
  };
  const enter = (): void => {
    requestAnimationFrame(() => {
      const first = panel.current?.querySelector<HTMLElement>(
        'form input:not([type="radio"]), [data-confirm], [data-next]',
      );
      (first ?? panel.current)?.focus();
    });
  };
  const next = money && nextToReceive(shown, money.courier.id);
  const exportDay = (formato: ExportFormat): void => {
    const address = new URLSearchParams({ officeId, day, formato }).toString();
    download(`${addressOf(pathOf(moneyOperations['money.export'], {}))}?${address}`);
  };
  return (
    <div className={styles['screen']} data-picked={selected !== undefined || undefined}>
      <ScreenControls>
        <DayPicker
          day={day}
          today={today}
          max={last}
          onChange={(next) => write({ dia: next === today ? '' : next, repartidor: '' })}
        />
        <OfficePicker office={office} />
        <ExportButtons onExport={exportDay} />
      </ScreenControls>
      {isRepeated && <RepeatedNumbers officeId={officeId} today={today} onClose={() => setRepeated(false)} />}
      <QueryStates query={query} label="Cargando la liquidación" count={4} height={84} />
      {query.data && (
        <>
          <OfficeFigures totals={totals} />
          {query.data.earlier.length > 0 && (
            <p className={styles['earlier']}>
              Hay dinero de días anteriores con repartidores:{' '}
              {query.data.earlier.slice(0, 3).map((each) => (
                <button
                  key={each.day}
                  type="button"
                  onClick={() => write({ dia: each.day === today ? '' : each.day, repartidor: '' })}
                >
                  {formatDay(each.day, today)}, {formatSoles(each.amount)} con{' '}
                  {countText(each.couriers, 'repartidor', 'repartidores')}
                </button>
              ))}
              {query.data.earlier.length > 3 && ` y ${formatNumber(query.data.earlier.length - 3)} días más`}
            </p>
          )}
          {couriers.length === 0 ? (
            <EmptyState
              icon={<Banknote size={22} />}
              title="Nadie salió a ruta ese día"
              action={
                <NextStep
                  access={SCREEN_ACCESS.assing}
                  to={paths.assign}
                  ask="Las órdenes las asigna quien tiene «Asig. Orden(B)»."
                >
                  Ir a asignar órdenes
                </NextStep>
              }
            >
              Aquí aparece cada repartidor con órdenes, visitas o dinero del día, desde que se le asigna una orden.
            </EmptyState>
          ) : (
            <div className={styles['work']}>
              <section ref={list} className={styles['list']} aria-label="Repartidores">
                <div className={styles['filters']}>
                  <SearchField
                    label="Buscar un repartidor"
                    shortcut="/"
                    value={search}
                    onChange={setSearch}
                    matches={shown.length}
                    onLeave={() => list.current?.querySelector<HTMLElement>('tbody button[tabindex="0"]')?.focus()}
                  />
                  <div className={styles['states']} role="group" aria-label="Estado">
                    <State isOn={state === ''} onPress={() => setState('')} label="Todos" number={couriers.length} />
                    {MONEY_STATE_CODES.filter((code) => counts[code] > 0 || code === state).map((code) => (
                      <State
                        key={code}
                        isOn={state === code}
                        onPress={() => setState(state === code ? '' : code)}
                        label={MONEY_STATES[code]}
                        number={counts[code]}
                      />
                    ))}
                  </div>
                </div>
                {shown.length === 0 ? (
                  <EmptyState icon={<SearchX size={22} />} title="Ningún repartidor coincide">
                    Borre la búsqueda o elija otro estado.
                  </EmptyState>
                ) : (
                  <div ref={wholeRows} className={styles['scroller']}>
                    <CourierTable
                      couriers={shown}
                      selected={money?.courier.id}
                      timeZone={timeZone}
                      cashLimit={query.data.cashLimit}
                      onSelect={(id) => write({ repartidor: id })}
                      onEnter={enter}
                    />
                  </div>
                )}
              </section>
              {money && (
                <CourierPanel
                  key={`${day} ${money.courier.id}`}
                  officeId={officeId}
                  timeZone={timeZone}
                  day={day}
                  money={money}
                  limits={query.data}
                  mayReceive={mayReceive}
                  draft={drafts[`${day} ${money.courier.id}`]}
                  done={done[`${day} ${money.courier.id}`]}
                  next={next}
                  panel={panel}
                  onDraft={(draft) => {
                    keep();
                    setDrafts((before) => ({ ...before, [`${day} ${money.courier.id}`]: draft }));
                  }}
                  onDone={(value) => {
                    keep();
                    setDone((before) => ({ ...before, [`${day} ${money.courier.id}`]: value }));
                  }}
                  onNext={() => {
                    if (!next) return;
                    write({ repartidor: next.courier.id });
                    enter();
                  }}
                  onBack={() => write({ repartidor: '' })}
                />
              )}
              <MoneyPlaces totals={totals} onRepeated={() => setRepeated(true)} />
            </div>
          )}
        </>
      )}
    </div>
  );
}

function State({
  isOn,
  onPress,
  label,
  number,
}: {
  isOn: boolean;
  onPress: () => void;
  label: string;
  number: number;
}) {
  return (
    <button type="button" aria-pressed={isOn} onClick={onPress}>
      {label} <span>{formatNumber(number)}</span>
    </button>
  );
}
