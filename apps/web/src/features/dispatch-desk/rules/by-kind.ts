import { ORDER_CHANGES } from '@despacho/contracts/dispatch';
import { type ActivityEntry } from '#shared/live/activity-entries.ts';

const titleOf = (kind: ActivityEntry['kind']): string => {
  if (kind === 'repartidor') return 'Repartidores';
  if (kind === 'vista') return 'Vistas guardadas';
  return ORDER_CHANGES[kind];
};

/** @returns events grouped by office and kind, largest group first. `count` is of orders; for other events, of events. */
export function byKind(entries: readonly ActivityEntry[]) {
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
