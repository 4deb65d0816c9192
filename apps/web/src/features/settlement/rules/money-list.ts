import {
  collectedOf,
  COLLECTION_MEANS_CODES,
  type CourierMoney,
  MONEY_STATE_CODES,
  type MoneyState,
  type Payment,
} from '@despacho/contracts/dispatch';
import { compareNames } from '#shared/fields/compare-names.ts';
import { rankedSearch } from '#shared/fields/ranked-search.ts';

/** In the order in which a cashier handles them. */
const HANDLED: readonly MoneyState[] = ['por_recibir', 'parcial', 'diferencia', 'por_revisar', 'en_ruta', 'conforme'];

/** @returns the cash of some payments. */
export const cashOf = (payments: readonly Payment[]): number =>
  collectedOf(payments.filter(({ means }) => means === 'efectivo'));

/** @returns the difference with the usual sign: a missing amount is negative. */
export const differenceOf = ({ differences }: Pick<CourierMoney, 'differences'>): number =>
  0 - collectedOf(differences);

/** @returns those in a state and with these words in the name: best match first, then the ones to handle first. */
export function shownCouriers(
  couriers: readonly CourierMoney[],
  { state, search }: { state: MoneyState | ''; search: string },
): readonly CourierMoney[] {
  const sorted = couriers
    .filter((each) => state === '' || each.state === state)
    .toSorted(
      (one, other) =>
        HANDLED.indexOf(one.state) - HANDLED.indexOf(other.state) ||
        Number(one.confirmed !== null) - Number(other.confirmed !== null) ||
        compareNames(one.courier.name, other.courier.name),
    );
  return rankedSearch(sorted, ({ courier }) => courier)(search).items;
}

/** @returns how many couriers are in each state. */
export function countStates(couriers: readonly CourierMoney[]): Record<MoneyState, number> {
  const counts = Object.fromEntries(MONEY_STATE_CODES.map((state) => [state, 0])) as Record<MoneyState, number>;
  for (const { state } of couriers) counts[state] += 1;
  return counts;
}

/** The money that the office collected on the day, and its places. */
export function officeTotals(couriers: readonly CourierMoney[]) {
  const sum = (of: (each: CourierMoney) => number): number => couriers.reduce((total, each) => total + of(each), 0);
  const byMeans = (of: (each: CourierMoney) => readonly Payment[]): Payment[] =>
    COLLECTION_MEANS_CODES.map((means) => ({
      means,
      amount: sum((each) => collectedOf(of(each).filter((payment) => payment.means === means))),
    }));
  const unexplained = couriers.filter(({ state }) => state === 'diferencia').length;
  return {
    collected: byMeans(({ collected }) => collected),
    account: byMeans(({ account }) => account),
    cash: sum(({ collected }) => cashOf(collected)),
    withCash: couriers.filter(({ collected }) => cashOf(collected) > 0).length,
    received: sum(({ received }) => received),
    handovers: sum(({ handovers }) => handovers.count),
    heldCash: sum(({ held }) => cashOf(held)),
    heldOther: sum(({ held }) => collectedOf(held) - cashOf(held)),
    inReview: sum(({ inReview }) => inReview),
    holding: couriers.filter(({ held }) => cashOf(held) > 0).length,
    difference: sum(differenceOf),
    differing: couriers.filter(({ differences }) => differences.length > 0).length,
    unexplained,
    visited: sum(({ delivered, failed }) => delivered + failed),
    toVisit: sum(({ delivered, failed, open }) => delivered + failed + open),
    confirmed: couriers.filter(({ confirmed }) => confirmed !== null).length,
  };
}

/** @returns the next courier to receive from, after this one in the list and then from its start. */
export function nextToReceive(shown: readonly CourierMoney[], courierId: string): CourierMoney | undefined {
  const at = shown.findIndex(({ courier }) => courier.id === courierId);
  return [...shown.slice(at + 1), ...shown.slice(0, Math.max(0, at))].find(
    ({ state, confirmed }) => confirmed === null && (state === 'por_recibir' || state === 'parcial'),
  );
}
