import { type LiveEvent } from '@despacho/contracts';
import { type DispatchEvent } from '@despacho/contracts/dispatch';

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
const livenessListeners = new Set<() => void>();
let current: Liveness = { state: 'connecting', since: new Date() };

/** @returns the state of the live stream; the same object until it changes. */
export const liveness = (): Liveness => current;

/** Keeps `since` while the state stays the same. */
export function setLiveness(state: Liveness['state'], since = new Date()): void {
  if (state === current.state) return;
  current = { state, since };
  for (const listener of livenessListeners) listener();
}

/** Fits `useSyncExternalStore`. */
export function subscribeLiveness(listener: () => void): () => void {
  livenessListeners.add(listener);
  return () => livenessListeners.delete(listener);
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
