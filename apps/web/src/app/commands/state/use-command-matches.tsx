import { CHARGE_ALL_OFFICES, type Client, SCREEN_ACCESS } from '@despacho/contracts';
import { type MapCourier, type Order } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { withKind, HANDOVER } from '#features/attention/rules/attention-address.ts';
import { clientsQuery } from '#features/clients/api/clients-query.ts';
import { fieldsOf, nameOf, titleKey, valueOfRole } from '#features/clients/rules/fields.ts';
import { useMayWriteClients } from '#features/client-records/state/use-may-write-clients.ts';
import { courierMapQuery, courierNamesQuery } from '#features/couriers/api/couriers-query.ts';
import { DASHBOARD_TABS } from '#features/dashboard/rules/tabs.ts';
import { MIN_LENGTH, useFoundOrders, useSettled } from '#features/map/state/use-found-orders.ts';
import { MAX_FOUND } from '#features/orders/api/orders-queries.ts';
import { openOrders } from '#features/orders/rules/orders-address.ts';
import { mapPath, orderPath, ordersPath, settlementPath } from '#features/orders/rules/orders-path.ts';
import { modulesOf } from '#features/session/rules/person.ts';
import { useMayUse, useSession } from '#features/session/state/session.ts';
import { OFFICE_PARAM, useOffice } from '#features/session/state/use-office.ts';
import { menuOf } from '#features/shell/rules/menu.ts';
import { visibleMenu } from '#features/shell/rules/visible-menu.ts';
import { type Ranking, rankedSearch, rankTogether } from '#shared/fields/ranked-search.ts';
import { valueKind, valueText } from '#shared/fields/value-kind.ts';
import { workingDayIn } from '#shared/format/working-day.ts';
import { type CommandRequest, commandsNow } from '#shared/hooks/use-commands.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { paths } from '#shared/paths.ts';
import { SECTIONS } from '#shared/sections.ts';
import { configQuery } from '#shared/queries/config-query.ts';
import { type Act, type ActId, ACTS } from '../rules/acts.ts';

/** The most of one kind that is shown: more are found by typing on. */
const MAX_SHOWN = 6;
const MAX_CHOICES = 30;

/** After the tiers of `rankedSearch`: found by the service in other data. */
const OTHERWISE = 5;

interface Screen {
  path: string;
  title: string;
}

/** Something that the box finds, by its kind. */
export type Item =
  | { kind: 'act'; id: ActId; act: Act; about: string | undefined; isReady: boolean }
  | { kind: 'screen'; screen: Screen }
  | { kind: 'courier'; courier: MapCourier & { load?: { orders: number } } }
  | { kind: 'order'; order: Order }
  | { kind: 'client'; client: Client; name: string; about: string };

const HEADINGS: Record<Item['kind'], string> = {
  act: 'Acciones',
  screen: 'Ir a',
  courier: 'Repartidores',
  order: 'Órdenes',
  client: 'Clientes',
};

/** An act about a courier, for which one is chosen next. */
export type CourierAct = Extract<Item, { kind: 'act' }>;

interface List extends Ranking<Item> {
  kind: Item['kind'];
}

const NOBODY: readonly Client[] = [];

const text = (value: unknown): string => (valueKind(value) === 'text' ? valueText(value) : '');

/** @returns a function that finds clients by name, code or RUC. */
function searchClients(clients: readonly Client[]) {
  const title = titleKey(fieldsOf(clients));
  const items = clients.map((client) => {
    const about = [text(valueOfRole(client, 'taxId')), text(valueOfRole(client, 'district'))]
      .filter(Boolean)
      .join(' · ');
    return { kind: 'client' as const, client, name: nameOf(client, title), about };
  });
  return rankedSearch<Item & { kind: 'client' }>(items, ({ client, name }) => ({
    name,
    codes: [text(valueOfRole(client, 'code')), text(valueOfRole(client, 'taxId'))],
  }));
}

/** @returns whether this server has a dispatch service. */
const useHasService = (): boolean => useQuery(configQuery).data?.sections.operations === true;

/** @returns the sections that the person may open, and the tabs of the Dashboard. */
function useScreens(): readonly Screen[] {
  const me = useSession();
  const mayUse = useMayUse();
  const hasService = useHasService();
  const menu = visibleMenu(menuOf(me.charge, hasService), modulesOf(me)).flatMap((entry) =>
    entry.type === 'link' ? [{ path: entry.path, title: entry.title }] : [],
  );
  const tabs = DASHBOARD_TABS.filter(({ path, access }) => hasService && path !== '' && mayUse(access));
  return [
    ...menu,
    ...tabs.map(({ path, title }) => ({ path: `${paths.dashboard}/${path}`, title })),
    { path: paths.sessions, title: 'Mis sesiones' },
  ];
}

/** @returns the acts that the person may do, with their current objects: first those of this screen that are ready. */
function useActs(couriers: readonly { id: string; name: string }[]): CourierAct[] {
  const { charge } = useSession();
  const mayUse = useMayUse();
  const hasService = useHasService();
  const { mayWrite } = useMayWriteClients();
  const commands = commandsNow();
  const acts = (Object.entries(ACTS) as [ActId, Act][])
    .filter(([, { at, access, needs, isSupervised = false }]) => {
      const screen = SECTIONS.find(({ path }) => path === at)?.access ?? [];
      const isAllowed = mayUse(access) && mayUse(screen) && (!isSupervised || charge === CHARGE_ALL_OFFICES);
      const seesCouriers = mayUse(SCREEN_ACCESS.assing) || mayUse(SCREEN_ACCESS.map);
      return isAllowed && (at === paths.clients ? mayWrite : hasService) && (needs !== 'courier' || seesCouriers);
    })
    .map(([id, act]) => {
      const command = commands[id];
      const courier = couriers.find((each) => each.id === command?.courierId)?.name;
      const elsewhere = act.needs === 'orders' && !command ? 'Seleccione primero las órdenes' : undefined;
      return {
        kind: 'act',
        id,
        act,
        about: command?.about ?? courier ?? elsewhere,
        isReady: command?.isReady ?? !elsewhere,
      } as const;
    });
  const rank = ({ id, isReady }: CourierAct): number => (isReady ? 0 : 2) + (id in commands ? 0 : 1);
  return acts.toSorted((one, other) => rank(one) - rank(other));
}

/**
 * The results of the box: acts and sections, and from the second letter couriers, orders and clients, as far as the
 * person may read them.
 * @param typed without spaces around it. @param step the act for which a courier is chosen; undefined for everything.
 */
export function useCommandMatches(typed: string, step: CourierAct | undefined) {
  const mayUse = useMayUse();
  const { officeId } = useOffice();
  const hasService = useHasService();
  const seesOrders = hasService && mayUse(SCREEN_ACCESS.assing);
  const seesMap = hasService && mayUse(SCREEN_ACCESS.map);
  const isLong = typed.length >= MIN_LENGTH;
  const settled = useSettled(typed);

  const names = courierNamesQuery(officeId);
  const asksLoads = step !== undefined;
  const full = useQuery({ ...names, enabled: (query) => seesOrders && (asksLoads || names.enabled(query)) });
  const named = useQuery({ ...courierMapQuery(officeId), enabled: seesMap && !seesOrders });
  const list = seesOrders ? full : named;
  const carrying = step?.id === 'move' || step?.id === 'closing';
  const couriers = seesOrders
    ? (full.data ?? []).filter(({ state, load }) => state !== 'retirado' && (!carrying || load.orders > 0))
    : (named.data?.couriers ?? []);

  const asksOrders = step === undefined && seesOrders;
  const { orders, isReading, isFailed } = useFoundOrders(officeId, typed, asksOrders);
  const asksClients = step === undefined && mayUse(SCREEN_ACCESS.clients) && isLong;
  const clients = useQuery({ ...clientsQuery, enabled: asksClients && settled.length >= MIN_LENGTH });
  const findClient = useMemo(() => searchClients(clients.data ?? NOBODY), [clients.data]);

  const screens = useScreens();
  const acts = useActs(couriers);
  const foundCouriers = rankedSearch(
    couriers.map((courier): Item => ({ kind: 'courier', courier })),
    (item) => (item.kind === 'courier' ? { name: item.courier.name, codes: [item.courier.plate] } : { name: '' }),
  )(typed);

  const lists: List[] = [];
  const add = (kind: Item['kind'], found: Ranking<Item>): void => {
    lists.push({ ...found, kind });
  };
  if (step) add('courier', foundCouriers);
  else {
    add('act', rankedSearch<CourierAct>(acts, ({ act }) => ({ name: act.label, codes: act.words }))(typed));
    add(
      'screen',
      rankedSearch(
        screens.map((screen) => ({ kind: 'screen' as const, screen })),
        ({ screen }) => ({ name: screen.title }),
      )(typed),
    );
    if (isLong) {
      add('courier', foundCouriers);
      add('order', rankOrders(orders, typed));
    }
    if (asksClients) add('client', findClient(typed));
  }
  const { lists: ranked, only } = rankTogether<Item, List>(lists);
  const isWaiting = isReading || (asksClients && (settled !== typed || clients.isFetching));
  const most = step ? MAX_CHOICES : typed === '' ? ranked[0]?.items.length : MAX_SHOWN;
  const groups = ranked.map(({ kind, items }) => ({ value: HEADINGS[kind], items: items.slice(0, most) }));
  return {
    groups,
    /** The result that Enter chooses; none while a better one may still be found. */
    only: isWaiting && only?.kind !== 'act' && only?.kind !== 'screen' ? null : only,
    isReading: isWaiting || (step !== undefined && list.isLoading),
    isFailed: isFailed || (step !== undefined && list.isError) || (asksClients && clients.isError),
  };
}

/**
 * @returns orders that the service found, best match first. It also searches what is not ranked here, and it found more than
 *   it sent if the list is full: then there is no single best match.
 */
function rankOrders(orders: readonly Order[], typed: string): Ranking<Item> {
  const items = orders.map((order) => ({ kind: 'order' as const, order }));
  const found = rankedSearch(items, ({ order }) => ({
    name: order.recipient.name,
    codes: [order.code, order.guide, order.clientReference, order.recipient.phone],
    other: [order.client.name, order.place.address],
  }))(typed);
  const rest = items.filter((item) => !found.items.includes(item));
  const all = [...found.items, ...rest];
  const only = found.only ?? (all.length === 1 ? (all[0] ?? null) : null);
  return {
    items: all,
    only: orders.length < MAX_FOUND ? only : null,
    tier: all.length === rest.length ? OTHERWISE : found.tier,
  };
}

/**
 * @param onLeave closes the box: the focus returns to where it was, before anything is done.
 * @param onAsk asks for the courier of an act.
 * @returns a function that performs an item's action.
 */
export function usePick(step: CourierAct | undefined, onLeave: () => void, onAsk: (act: CourierAct) => void) {
  const me = useSession();
  const { officeId, timeZone, canChoose } = useOffice();
  const navigate = useNavigate();
  const mayUse = useMayUse();
  const inOffice = (path: string): string =>
    canChoose ? `${path}?${new URLSearchParams({ [OFFICE_PARAM]: officeId }).toString()}` : path;
  const ofCourier = (id: string) => ({ ...openOrders(), couriers: { is: [id], not: [] } });
  /** Addresses of acts that no screen has to register. */
  const addresses: Partial<Record<ActId, (courierId: string) => string>> = {
    attention: () => `${paths.dashboard}?${withKind(new URLSearchParams(inOffice('').slice(1)))}`,
    handover: () => `${inOffice(paths.dashboard)}${canChoose ? '&' : '?'}${HANDOVER}=1`,
    settle: (id) => settlementPath({ id, officeId, day: workingDayIn(timeZone, serverNow()) }, me),
    locate: (id) => mapPath(ofCourier(id), officeId, me),
  };
  /** Runs a command of this screen, or opens the screen that runs it. */
  const run = (command: string, at: string, id = ''): void => {
    onLeave();
    const here = commandsNow()[command];
    if (here) here.run(id);
    else void navigate(inOffice(at), { state: { command, id } satisfies CommandRequest });
  };
  const act = ({ id, act: { at, needs } }: CourierAct, courierId: string): void => {
    const address = addresses[id];
    if (address) {
      onLeave();
      void navigate(address(courierId));
      // Orders that are still selected elsewhere are not changed unseen.
    } else run(needs === 'orders' && !(id in commandsNow()) ? 'select' : id, at, courierId);
  };
  return (item: Item): void => {
    switch (item.kind) {
      case 'act': {
        const chosen = item.about === undefined ? undefined : commandsNow()[item.id]?.courierId;
        if (item.act.needs === 'courier' && chosen === undefined) onAsk(item);
        else act(item, chosen ?? '');
        break;
      }
      case 'courier':
        if (step) act(step, item.courier.id);
        else if ('courier' in commandsNow() || !mayUse(SCREEN_ACCESS.assing))
          run('courier', paths.map, item.courier.id);
        else {
          onLeave();
          void navigate(ordersPath(ofCourier(item.courier.id), officeId, me));
        }
        break;
      case 'order':
        if ('order' in commandsNow()) run('order', paths.assign, item.order.id);
        else {
          onLeave();
          void navigate(orderPath(item.order, me));
        }
        break;
      case 'screen':
        onLeave();
        void navigate(item.screen.path);
        break;
      case 'client':
        onLeave();
        void navigate(paths.client(item.client.id));
    }
  };
}
