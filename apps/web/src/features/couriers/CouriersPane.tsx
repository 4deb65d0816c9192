import { type Courier } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import ArrowDownAZ from 'lucide-react/icons/arrow-down-a-z';
import Gauge from 'lucide-react/icons/gauge';
import MapPin from 'lucide-react/icons/map-pin';
import Users from 'lucide-react/icons/users';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { Button } from '#shared/ui/Button/Button.tsx';
import { ChoiceMenu } from '#shared/ui/Menu/ChoiceMenu.tsx';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { QueryStates } from '#shared/ui/ErrorState/QueryStates.tsx';
import { type MenuItem } from '#shared/ui/Menu/Menu.tsx';
import { SearchField } from '#shared/ui/SearchField/SearchField.tsx';
import { useLatestCallback } from '#shared/hooks/use-latest-callback.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { useVirtualRows } from '#shared/hooks/use-virtual-rows.ts';
import { oneTabStop } from '#shared/hooks/one-tab-stop.ts';
import { dayWord } from '#shared/format/working-day.ts';
import { useZonesServed } from '#shared/zones/zones-query.ts';
import { timeIn } from '#shared/format/zoned-parts.ts';
import { couriersOn } from './api/couriers-query.ts';
import { CourierItem } from './components/CourierItem.tsx';
import styles from './CouriersPane.module.css';
import { COURIER_SORTS, type CourierSort, findCouriers, inOrder } from './rules/find-couriers.ts';
import { shiftState } from './rules/shift.ts';

interface Props {
  officeId: string;
  /** The day of the loads, and today. */
  load: { day: string; today: string };
  /** The office's time zone, for shifts. */
  timeZone: string;
  /** Short instruction: «arrastre aquí». */
  hint?: string | undefined;
  /** Whether orders are being dragged: the list then keeps its order, so that the target stays under the pointer. */
  isDragging?: boolean;
  /** The courier under the pointer during a drag. */
  aimedAt?: string | null;
  menuOf: (courier: Courier) => readonly MenuItem[];
  stopsOf: (courier: Courier) => ReactNode;
  /** Controls to the right of the title. */
  tools?: ReactNode;
  /** Opens the form of a new courier. */
  onCreate: () => void;
}

const ICONS: Record<CourierSort, ReactNode> = {
  carga: <Gauge size={18} aria-hidden="true" />,
  zona: <MapPin size={18} aria-hidden="true" />,
  nombre: <ArrowDownAZ size={18} aria-hidden="true" />,
};

const SORTS = (Object.entries(COURIER_SORTS) as [CourierSort, string][]).map(([value, label]) => ({
  value,
  label,
  icon: ICONS[value],
}));

const NO_COURIERS: readonly Courier[] = [];

/** Height in px of a row without a place and warnings, at the usual font size. */
const ROW = 69;

export function CouriersPane(props: Props) {
  const {
    officeId,
    load,
    timeZone,
    hint,
    isDragging = false,
    aimedAt = null,
    menuOf,
    stopsOf,
    tools,
    onCreate,
  } = props;
  const query = useQuery(couriersOn(officeId, load));
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<CourierSort>('nombre');
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const time = timeIn(timeZone, useServerTime());
  const couriers = query.data;
  const zones = useZonesServed(officeId, couriers ?? NO_COURIERS);
  // The names of zones are searched and sorted too.
  // eslint-disable-next-line react-hooks/exhaustive-deps -- read by `findCouriers`
  const found = useMemo(() => findCouriers(couriers ?? [], search, sort), [couriers, search, sort, zones]);
  const [frozen, setFrozen] = useState<readonly string[] | null>(null);
  if (isDragging !== (frozen !== null)) setFrozen(isDragging ? found.map(({ id }) => id) : null);
  const shown = frozen ? inOrder(found, frozen) : found;
  const working = (couriers ?? []).filter(
    ({ state, shift }) => state === 'activo' && shiftState(shift, time).on,
  ).length;

  const toggle = useCallback((id: string, open: boolean): void => {
    setOpened((before) => {
      const next = new Set(before);
      if (open) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const menuNow = useLatestCallback(menuOf);

  const body = useRef<HTMLDivElement>(null);
  const [focusedId, setFocusedId] = useState<string>();
  const virtual = useVirtualRows({
    count: shown.length,
    height: ROW,
    scroller: () => body.current,
    keyOf: (index) => shown[index]?.id ?? '',
    // Opened rows may hold changes that are not saved; Ctrl with Home and End moves to the ends.
    kept: [0, shown.length - 1, ...shown.flatMap(({ id }, index) => (id === focusedId || opened.has(id) ? index : []))],
  });

  return (
    <div className={styles['pane']}>
      <header className={styles['header']}>
        <div className={styles['titles']}>
          <h2 className={styles['title']}>Repartidores</h2>
          {couriers && (
            <p className="note">
              {load.day === load.today ? `${working} en turno` : `Carga para ${dayWord(load.day, load.today)}`}
              {hint !== undefined && ` · ${hint}`}
              {query.isError && ' · no se pudo actualizar'}
            </p>
          )}
        </div>
        <div className={styles['tools']}>{tools}</div>
        <div className={styles['find']}>
          <SearchField
            label="Buscar repartidor"
            value={search}
            onChange={setSearch}
            matches={couriers && shown.length}
            className={styles['search']}
          />
          <ChoiceMenu
            label={`Orden: ${COURIER_SORTS[sort]}`}
            icon={ICONS[sort]}
            value={sort}
            options={SORTS}
            onChange={setSort}
          />
        </div>
      </header>
      {/* `data-couriers`: scrolls during a drag (state/use-order-drag.ts in dispatch-desk). */}
      <div ref={body} className={styles['body']} data-couriers="">
        <QueryStates query={query} label="Cargando repartidores" count={5} height={44} className={styles['waiting']} />
        {couriers && shown.length === 0 && (
          <EmptyState
            icon={<Users size={22} />}
            title={search === '' ? 'Esta oficina no tiene repartidores' : `Nadie coincide con «${search}»`}
            action={
              search === '' ? (
                <Button onClick={onCreate}>Crear un repartidor</Button>
              ) : (
                <Button onClick={() => setSearch('')}>Ver todos</Button>
              )
            }
          >
            {search === ''
              ? 'Cree el primero para asignarle órdenes, o impórtelos de un archivo en «Administrar repartidores».'
              : 'Se busca en el nombre, la placa y los distritos que atiende.'}
          </EmptyState>
        )}
        {shown.length > 0 && (
          <ul
            ref={oneTabStop}
            aria-label="Repartidores de la oficina"
            className={styles['rows']}
            style={{ height: virtual.getTotalSize() }}
            onFocus={({ target }) => {
              const row = target.closest<HTMLElement>('[data-courier-id]');
              if (row) setFocusedId(row.dataset['courierId']);
            }}
          >
            {virtual.getVirtualItems().map(({ index, start }) => {
              const courier = shown[index];
              return (
                courier && (
                  <CourierItem
                    key={courier.id}
                    courier={courier}
                    index={index}
                    count={shown.length}
                    top={start}
                    measure={virtual.measureElement}
                    time={time}
                    aimedAt={aimedAt === courier.id}
                    open={opened.has(courier.id)}
                    onToggle={toggle}
                    menuOf={menuNow}
                  >
                    {opened.has(courier.id) && stopsOf(courier)}
                  </CourierItem>
                )
              );
            })}
          </ul>
        )}
      </div>
    </div>
  );
}
