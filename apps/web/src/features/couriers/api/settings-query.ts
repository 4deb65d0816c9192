import { type CourierSettings, settingsOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';

/** Fetched again by the live event `settings.changed`. */
export const settingsKey = (officeId: string) => ['dispatch', officeId, 'settings'] as const;

export const settingsQuery = (officeId: string) =>
  queryOptions({
    queryKey: settingsKey(officeId),
    queryFn: (context): Promise<CourierSettings> =>
      call(settingsOperations['settings.read'], { query: { officeId }, ...reading(context) }),
  });
