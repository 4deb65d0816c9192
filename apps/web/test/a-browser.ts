import { vi } from 'vitest';

const never = (): Promise<never> => new Promise(() => undefined);
const refuse = (): Promise<never> => Promise.reject(new DOMException('refused', 'NotAllowedError'));

/** Possible reactions of a browser to a request for an optional feature. */
export const UNWILLING = {
  'never answers': never,
  refuses: refuse,
  lacks: undefined,
} as const;

type Unwilling = keyof typeof UNWILLING;
export const WAYS = Object.keys(UNWILLING) as Unwilling[];

function replacePower(power: string, value: unknown): void {
  const powers = new Proxy(navigator, {
    has: (target, name) => (name === power ? value !== undefined : name in target),
    get: (target, name) => (name === power ? value : (Reflect.get(target, name) as unknown)),
  });
  vi.stubGlobal('navigator', powers);
}

/** Replaces a power of `navigator` with the given methods, or none if it is a method itself, until `vi.unstubAllGlobals`. */
export function setPower(power: string, way: Unwilling, ...methods: string[]): void {
  const answer = UNWILLING[way];
  const isMethod = methods.length === 0;
  replacePower(power, answer && (isMethod ? answer : Object.fromEntries(methods.map((name) => [name, answer]))));
}

/**
 * Makes another tab hold every lock for ever.
 * @returns ends the time that a caller waits, as `AbortSignal.timeout` would.
 */
export function holdLocks(): () => void {
  const patience = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  const request = (_name: string, { signal = patience.signal }: LockOptions): Promise<never> =>
    new Promise((_, reject) => {
      const end = (): void => reject(signal.reason as Error);
      if (signal.aborted) end();
      else signal.addEventListener('abort', end);
    });
  replacePower('locks', { request });
  return () => patience.abort(new DOMException('', 'TimeoutError'));
}
