import { type Courier, type Order } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/circle-check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { confirm } from '#shared/dialogs/confirm.ts';
import { countText } from '#shared/format/count-text.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { dayWord } from '#shared/format/working-day.ts';
import { announce } from '#shared/hooks/announce.ts';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { createStore } from '#shared/state/store.ts';
import { classes } from '#shared/styles/classes.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Avatar } from '#shared/ui/Avatar/Avatar.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Skeleton, Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { type LoadDay, stopsQuery } from '#features/orders/api/stops-query.ts';
import { useOrderMarks } from '#features/orders/state/use-order-marks.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { suggestionQuery } from '../api/suggestion-query.ts';
import { changesRoute, editedStops, routesIntent } from '../rules/route-edit.ts';
import { distancesText, figuresText, totalOf } from '../rules/route-texts.ts';
import { useActions } from '../state/use-actions.ts';
import { type EditedRoute, useEditedRoutes } from '../state/use-edited-routes.ts';
import { ProposalWait } from './ProposalWait.tsx';
import { RouteChange } from './RouteChange.tsx';
import { SortedStops } from './SortedStops.tsx';
import plan from './PlanForm.module.css';
import styles from './SortWindow.module.css';

/** Loaded lazily, because it imports Leaflet. */
const loadMap = () => import('#shared/map/orders/OrdersMap.tsx');

const NONE: readonly Order[] = [];
const NO_IDS: ReadonlySet<string> = new Set();

interface Props {
  /** Null for all couriers who carry something. */
  courier: Pick<Courier, 'id' | 'name'> | null;
  load: LoadDay;
  onClose: () => void;
}

/** Dialog with a better order of the stops of one courier or of all. Nothing is saved until confirmed. */
export function SortWindow({ courier, load, onClose }: Props) {
  const { officeId } = useDispatchOffice();
  const { run } = useActions();
  const query = useQuery(suggestionQuery(officeId, { day: load.day, ...(courier && { couriers: [courier.id] }) }));
  const { routes, change, isEdited } = useEditedRoutes(officeId, query.data);
  // The first one that changes, until a person opens or closes one.
  const [pickedId, setPickedId] = useState<string | null>();
  const moving = routes.filter(({ proposed }) => proposed.moves.length > 0);
  const others = routes.filter((route) => !moving.includes(route));
  const openId = courier ? courier.id : pickedId === undefined ? (moving[0]?.proposed.courierId ?? null) : pickedId;
  const [hasOthers, setHasOthers] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(NO_IDS);
  const opened = routes.find(({ proposed }) => proposed.courierId === openId);
  const stops = useQuery({
    ...stopsQuery(officeId, openId ?? '', load),
    enabled: openId !== null,
  });
  const orders = stops.data ?? NONE;
  const byId = useMemo(() => new Map(orders.map((order) => [order.id, order])), [orders]);
  const isNarrow = useMediaQuery('(width < 48em)');
  const changing = routes.filter((route) => changesRoute(route) && !left.has(route.proposed.courierId));
  const isBusy = routes.some((route) => route.isBusy);
  const close = (): void => {
    if (!isEdited) onClose();
    else
      void confirm({
        title: '¿Descartar este orden?',
        text: 'Se pierde lo que movió y fijó. Nada se ha guardado.',
        confirmLabel: 'Descartar',
        cancelLabel: 'Seguir editando',
        danger: true,
      }).then((agreed) => {
        if (agreed) onClose();
      });
  };
  const map = <SortMap route={opened} orders={byId} />;
  const bodyOf = (route: EditedRoute) => (
    <>
      {isNarrow && <div className={plan['small']}>{map}</div>}
      {route.failure !== null && (
        <Alert>
          {failureText(route.failure)} No se pudo volver a calcular: las cifras son de antes de su cambio. Puede aceptar
          el orden que ve, o{' '}
          <button type="button" className="link" onClick={() => change(route, route.edit)}>
            intentarlo otra vez
          </button>
          .
        </Alert>
      )}
      {stops.isPending ? (
        <Skeletons label="Cargando sus paradas" count={3} height={48} className="stack-3" />
      ) : (
        <SortedStops route={route} orders={byId} onChange={(edit) => change(route, edit)} />
      )}
      {route.edit.isHeld && (
        <div className={plan['whole']}>
          <Button size="sm" onClick={() => change(route, { ...route.edit, isHeld: false })}>
            Ordenar las demás alrededor de las fijadas
          </Button>
        </div>
      )}
    </>
  );
  const total = {
    before: totalOf(routes.map(({ proposed }) => proposed.before)),
    after: totalOf(
      routes.map(({ proposed, part }) => (left.has(proposed.courierId) ? (proposed.before ?? part.after) : part.after)),
    ),
  };
  const announceTotal = useEffectEvent(() => {
    if (total.after)
      announce(`${total.before ? `Antes: ${figuresText(total.before)}. ` : ''}Ahora: ${figuresText(total.after)}`);
  });
  useEffect(() => {
    if (query.data && !isBusy) announceTotal();
  }, [query.data, isBusy]);
  const rowOf = (route: EditedRoute) => {
    const { courierId, name } = route.proposed;
    const isOpen = courierId === openId;
    const isLeft = left.has(courierId);
    const changes = changesRoute(route);
    return (
      <div key={courierId} className={plan['group']} role="group" aria-label={name}>
        <div className={plan['row']}>
          <button
            type="button"
            className={plan['toggle']}
            aria-expanded={isOpen}
            onClick={() => setPickedId(isOpen ? null : courierId)}
          >
            <Avatar name={name} />
            <span className={plan['who']}>
              <span className={plan['name']}>{name}</span>
              <span className={plan['where']}>
                {isLeft
                  ? 'Se queda como está'
                  : `${countText(route.part.stops.length, 'parada', 'paradas')}${changes ? '' : ' · ya está en buen orden'}`}
              </span>
            </span>
            <ChevronRight size={16} aria-hidden="true" className={plan['chevron']} />
          </button>
          {changes && (
            <Button
              size="sm"
              aria-pressed={isLeft}
              onClick={() =>
                setLeft(isLeft ? new Set([...left].filter((id) => id !== courierId)) : new Set(left).add(courierId))
              }
            >
              {isLeft ? 'Cambiarla' : 'No cambiarla'}
            </Button>
          )}
        </div>
        {changes && !isLeft && (
          <div className={styles['part']}>
            <RouteChange before={route.proposed.before} after={route.part.after} />
          </div>
        )}
        {isOpen && bodyOf(route)}
      </div>
    );
  };
  return (
    <Window
      wide="map"
      title={courier ? `Ordenar las paradas de ${courier.name}` : 'Ordenar las paradas de todos'}
      lead={[
        `Para ${dayWord(load.day, load.today)}.`,
        ...(query.data ? [distancesText(query.data)] : []),
        'Arrastre o fije lo que quiera: nada se guarda hasta que lo acepte.',
      ].join(' ')}
      onDismiss={close}
    >
      {query.data && routes.length === 0 && (
        <>
          <p className="note">
            {courier ? `${courier.name} no tiene paradas por visitar.` : 'Nadie tiene paradas por visitar.'}
          </p>
          <WindowFoot>
            <Button onClick={onClose}>Cerrar</Button>
          </WindowFoot>
        </>
      )}
      {query.data && routes.length > 0 && (
        <div className={plan['sides']}>
          <div className={plan['form']}>
            <WindowForm
              submitLabel={
                changing.length === 0
                  ? 'Cerrar'
                  : changing.length === 1
                    ? 'Aceptar el orden'
                    : `Aceptar ${changing.length} rutas`
              }
              busy={isBusy}
              onSubmit={() => {
                onClose();
                if (changing.length > 0)
                  void run(routesIntent(changing, new Map(orders.map(({ id, code }) => [id, code]))));
              }}
              onCancel={changing.length === 0 ? undefined : close}
            >
              <div className={plan['plan']}>
                {total.after && (
                  <div className={styles['total']} data-busy={isBusy || undefined}>
                    {!courier && (
                      <h3>
                        {countText(routes.length, 'ruta', 'rutas')}, {countText(changing.length, 'cambia', 'cambian')}
                      </h3>
                    )}
                    <RouteChange before={total.before} after={total.after} />
                    {changing.length === 0 && left.size === 0 && (
                      <p className="note">
                        {courier
                          ? 'Ya está en el mejor orden que se encontró.'
                          : 'Ya están en el mejor orden que se encontró.'}
                      </p>
                    )}
                  </div>
                )}
                {courier ? (
                  opened && bodyOf(opened)
                ) : (
                  <>
                    {moving.map(rowOf)}
                    {others.length > 0 && (
                      <button
                        type="button"
                        className={classes(plan['toggle'], styles['others'])}
                        aria-expanded={hasOthers}
                        onClick={() => setHasOthers(!hasOthers)}
                      >
                        <Check size={18} aria-hidden="true" />
                        <span>{countText(others.length, 'ya está en buen orden', 'ya están en buen orden')}</span>
                        <ChevronRight size={16} aria-hidden="true" className={plan['chevron']} />
                      </button>
                    )}
                    {hasOthers && others.map(rowOf)}
                  </>
                )}
              </div>
            </WindowForm>
          </div>
          {!isNarrow && <div className={plan['map']}>{map}</div>}
        </div>
      )}
      {!query.data && (
        <ProposalWait
          label="Buscando un orden mejor"
          error={query.error}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
          onCancel={onClose}
        />
      )}
    </Window>
  );
}

/** The proposed route on a map: numbered stops, joined by a dashed line, because no road was followed. */
function SortMap({ route, orders }: { route: EditedRoute | undefined; orders: ReadonlyMap<string, Order> }) {
  const [hovered] = useState(() => createStore<string | null>(null));
  const shown = useMemo(
    () =>
      route
        ? editedStops(route.part, route.edit).flatMap(({ orders: [first] }) => orders.get(first?.id ?? '') ?? [])
        : NONE,
    [route, orders],
  );
  const marks = useOrderMarks(shown);
  const stops = useMemo(() => marks.map((mark, index) => ({ mark, number: index + 1, isDone: false })), [marks]);
  const map = useLazyModule(loadMap);
  if (!map) return <Skeleton height="100%" />;
  return (
    <map.OrdersMap
      label="Mapa de la ruta propuesta. Las mismas paradas están en la lista."
      marks={marks}
      route={stops}
      selected={NO_IDS}
      hovered={hovered}
      question={route ? `${route.proposed.courierId} ${marks.length}` : null}
      note={route ? undefined : 'Abra una ruta para verla en el mapa'}
      onPick={() => undefined}
    />
  );
}
