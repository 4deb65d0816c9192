import { type SessionStore } from '#session/store.ts';

interface RecordingStore {
  store: SessionStore;
  /** Everything ever written to the store, as text: what a copy of it could have contained at any time. */
  dump(): string;
}

/** Records everything passed to a session store, by any method. */
export function recordingStore(inner: SessionStore): RecordingStore {
  const lines: string[] = [];
  const store = new Proxy(inner, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        lines.push(`${String(name)} ${JSON.stringify(args)}`);
        return Reflect.apply(value, target, args);
      };
    },
  });
  return { store, dump: () => lines.join('\n') };
}
