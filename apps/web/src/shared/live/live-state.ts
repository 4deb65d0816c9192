import { type LiveEvent } from '@despacho/contracts';

/** `live`: the stream is open. `connecting`: first try. `offline`: it broke, and is being opened again. */
export interface Liveness {
  state: 'live' | 'connecting' | 'offline';
  since: Date;
}

const eventListeners = new Set<(event: LiveEvent) => void>();
const livenessListeners = new Set<() => void>();
let current: Liveness = { state: 'connecting', since: new Date() };

export const liveness = (): Liveness => current;

export function setLiveness(state: Liveness['state'], since = new Date()): void {
  if (state === current.state) return;
  current = { state, since };
  for (const listener of livenessListeners) listener();
}

export function subscribeLiveness(listener: () => void): () => void {
  livenessListeners.add(listener);
  return () => livenessListeners.delete(listener);
}

export function emitEvent(event: LiveEvent): void {
  for (const listener of eventListeners) listener(event);
}

export function hearEvents(listener: (event: LiveEvent) => void): () => void {
  eventListeners.add(listener);
  return () => eventListeners.delete(listener);
}
