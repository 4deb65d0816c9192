import * as z from 'zod/mini';
import { operation } from '../operation.ts';

const actor = z.object({ username: z.string(), user: z.string() });

/** Someone's permission list was replaced. */
const permissionsChanged = z.object({
  type: z.literal('permissions.changed'),
  at: z.iso.datetime(),
  officeId: z.string(),
  actor,
  subject: z.object({ id: z.string(), username: z.string(), user: z.string() }),
  added: z.array(z.string()),
  removed: z.array(z.string()),
});

/** The `data:` of a live event. Its `id:` is its position in the office's log. */
export const liveEvent = z.discriminatedUnion('type', [permissionsChanged]);

export type LiveEvent = z.infer<typeof liveEvent>;

/** Event name sent when the id a client resumes from is unknown: the client must reload its data. */
export const RESET_EVENT = 'reset';

/** Header of a stream: the most seconds between two messages of it, heartbeats included. Older services send none. */
export const HEARTBEAT_HEADER = 'Heartbeat-Seconds';

export const eventOperations = {
  'events.stream': operation('GET', '/api/events', {
    summary: 'Cambios en vivo (server-sent events); Last-Event-ID repite lo perdido',
    policy: { access: 'session', answerBytes: Infinity, keepsAlive: false },
    response: { stream: 'text/event-stream' },
  }),
};
