import { ORDER_CHANGES } from '@despacho/contracts/dispatch';
import { type Happening } from '../../../shared/live/event-words.ts';

export interface KindOfNews {
  kind: Happening['kind'];
  title: string;
  /** Where it happened. */
  officeId: string;
  /** Orders it was about; without orders, how often it happened. */
  count: number;
  happenings: readonly Happening[];
}

const titleOf = (kind: Happening['kind']): string => {
  if (kind === 'repartidor') return 'Repartidores';
  if (kind === 'vista') return 'Vistas guardadas';
  return ORDER_CHANGES[kind];
};

/** @returns what happened, one kind in one office after the other, the largest first. */
export function byKind(happenings: readonly Happening[]): KindOfNews[] {
  return [...Map.groupBy(happenings, ({ officeId }) => officeId)]
    .flatMap(([officeId, all]) =>
      [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, these]) => ({
        kind,
        title: titleOf(kind),
        officeId,
        count: new Set(these.flatMap(({ orderIds }) => orderIds)).size || these.length,
        happenings: these,
      })),
    )
    .sort((one, other) => other.count - one.count);
}
