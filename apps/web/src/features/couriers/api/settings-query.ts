import { type CourierSettings, type SettingsEdit, settingsOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { refreshing } from '../../../shared/queries/refreshing.ts';

/** Fetched again by the live event `settings.changed`. */
export const settingsKey = (officeId: string) => ['dispatch', officeId, 'settings'] as const;

/** What an office sets for the phones of its couriers. */
export const settingsQuery = (officeId: string) =>
  queryOptions({
    queryKey: settingsKey(officeId),
    queryFn: ({ client, queryKey, signal }): Promise<CourierSettings> =>
      call(settingsOperations['settings.read'], {
        query: { officeId },
        signal,
        background: refreshing(client, queryKey),
      }),
  });

/** @throws HttpFailure of kind conflict if somebody changed them since `version`. */
export const editSettings = (officeId: string, body: SettingsEdit): Promise<CourierSettings> =>
  call(settingsOperations['settings.edit'], { query: { officeId }, body });
