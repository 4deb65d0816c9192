import { type CourierState } from '@despacho/contracts/dispatch';
import { fold } from '../fold.ts';

/** A courier of the office, by what a file can name. */
export interface CourierNames {
  id: string;
  name: string;
  plate: string | null;
  state: CourierState;
}

type CourierMatch =
  | { kind: 'found'; courier: CourierNames }
  | { kind: 'several' }
  /** With the name that is probably meant. */
  | { kind: 'unknown'; likely: string | undefined };

const plateKey = (text: string): string => fold(text).replace(/[^a-z0-9]/g, '');

/** Finds an office's couriers by name or plate. */
export class KnownCouriers {
  readonly #byWord = new Map<string, CourierNames[]>();
  readonly #couriers: readonly CourierNames[];
  /** Files repeat few names. */
  readonly #likely = new Map<string, string | undefined>();

  constructor(couriers: readonly CourierNames[]) {
    this.#couriers = couriers.filter(({ state }) => state !== 'retirado');
    for (const courier of couriers)
      for (const word of new Set([
        `name ${fold(courier.name)}`,
        ...(courier.plate ? [`plate ${plateKey(courier.plate)}`] : []),
      ]))
        this.#byWord.set(word, [...(this.#byWord.get(word) ?? []), courier]);
  }

  find(text: string): CourierMatch {
    const found = this.#byWord.get(`name ${fold(text)}`) ?? this.#byWord.get(`plate ${plateKey(text)}`) ?? [];
    const active = found.filter(({ state }) => state !== 'retirado');
    const [courier] = active.length > 0 ? active : found;
    if (!courier) return { kind: 'unknown', likely: this.#likelyName(text) };
    return active.length > 1 ? { kind: 'several' } : { kind: 'found', courier };
  }

  /** @returns the only name that contains all words of the text, or all of whose words are in it. */
  #likelyName(text: string): string | undefined {
    const key = fold(text);
    if (!this.#likely.has(key)) {
      const words = new Set(key.split(' '));
      const alike = this.#couriers.filter(({ name }) => {
        const own = fold(name).split(' ');
        return [...words].every((word) => own.includes(word)) || own.every((word) => words.has(word));
      });
      this.#likely.set(key, alike.length === 1 ? alike[0]?.name : undefined);
    }
    return this.#likely.get(key);
  }
}
