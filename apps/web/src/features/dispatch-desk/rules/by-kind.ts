import { ORDER_CHANGES } from '@despacho/contracts/dispatch';
import { type ActivityEntry } from '../../../shared/live/activity-entries.ts';

export interface ActivityKind {
  kind: ActivityEntry['kind'];
  title: string;
  /** Where it happened. */
  officeId: string;
  /** Orders it was about; without orders, how often it happened. */
  count: number;
  entries: readonly ActivityEntry[];
}

const titleOf = (kind: ActivityEntry['kind']): string => {
  if (kind === 'repartidor') return 'Repartidores';
  if (kind === 'vista') return 'Vistas guardadas';
  return ORDER_CHANGES[kind];
};

/** @returns what happened, one kind in one office after the other, the largest first. */
export function byKind(entries: readonly ActivityEntry[]): ActivityKind[] {
  return [...Map.groupBy(entries, ({ officeId }) => officeId)]
    .flatMap(([officeId, all]) =>
      [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, these]) => ({
        kind,
        title: titleOf(kind),
        officeId,
        count: new Set(these.flatMap(({ orderIds }) => orderIds)).size || these.length,
        entries: these,
      })),
    )
    .sort((one, other) => other.count - one.count);
}
