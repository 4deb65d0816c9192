import { type SessionStore } from '../../src/session/store.ts';

export interface RecordingStore {
  store: SessionStore;
  /** Everything that was ever put into the store, as text: what a copy of it could have held at any time. */
  dump(): string;
}

/** Notes what is handed to a session store, whatever its methods are called. */
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
