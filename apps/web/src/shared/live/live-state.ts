import { type LiveEvent } from '@despacho/contracts';
import { type DispatchEvent } from '@despacho/contracts/dispatch';
import { createStore, type ReadonlyStore } from '../state/store.ts';

/** Every event that a stream can contain. */
export type AnyEvent = LiveEvent | DispatchEvent;

/**
 * `live`: the stream is open. `connecting`: first try. `offline`: it broke and is being reopened. `off`: no dispatch
 * service is configured.
 */
export interface Liveness {
  state: 'live' | 'connecting' | 'offline' | 'off';
  since: Date;
}

/** News from a stream: an event, or a reset when events may have been missed and data must be refetched. */
export type LiveNews = { type: 'event'; event: AnyEvent } | { type: 'reset' };

const newsListeners = new Set<(news: LiveNews) => void>();
const current = createStore<Liveness>({ state: 'connecting', since: new Date() });

/** The state of the live stream. */
export const liveness: ReadonlyStore<Liveness> = current;

/** When the stream last sent anything, also a heartbeat; before that, when the page began to open it. */
let heardAt = new Date();

/** Records that something arrived. */
export function recordHeard(): void {
  heardAt = new Date();
}

/** Keeps `since` while the state stays the same. A broken stream is offline since it last sent anything. */
export function setLiveness(state: Liveness['state'], since = state === 'offline' ? heardAt : new Date()): void {
  if (state !== current.get().state) current.set({ state, since });
}

/** Publishes news from the stream. */
export function publishNews(news: LiveNews): void {
  for (const listener of newsListeners) listener(news);
}

/** Subscribes to news. @returns a function that unsubscribes. */
export function subscribeNews(listener: (news: LiveNews) => void): () => void {
  newsListeners.add(listener);
  return () => newsListeners.delete(listener);
}
