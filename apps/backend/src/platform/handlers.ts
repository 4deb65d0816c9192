import { HISTORY_PAGE, PRESENCE_SECONDS } from '@despacho/contracts/dispatch';
import { type Handlers } from './call.ts';
import { listDistricts } from './districts/list-districts.ts';
import { readHistory } from './events/read-history.ts';
import { type PlatformServices } from './services.ts';

/** The operations of this group. */
export const PLATFORM_HANDLERS = {
  'districts.list': (services, dispatcher, { query }) => listDistricts(services, dispatcher, query.version),
  'presence.tell': ({ presence }, dispatcher, { body }) => {
    presence.report(dispatcher, body.doing, body.orders);
    return Promise.resolve({ seconds: PRESENCE_SECONDS });
  },
  'events.history': (services, dispatcher, { modules, query }) =>
    readHistory(services, dispatcher, modules, {
      before: query.antes === undefined ? undefined : Number(query.antes),
      size: query.limite === undefined ? HISTORY_PAGE.size : Number(query.limite),
    }),
} satisfies Partial<Handlers<PlatformServices>>;
