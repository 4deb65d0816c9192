import { type CourierState } from '@despacho/contracts/dispatch';
import { fold } from '@despacho/contracts';

/** A courier of the office, as far as a file can name one. */
export interface CourierNames {
  id: string;
  name: string;
  plate: string | null;
  state: CourierState;
}

type CourierMatch =
  | { kind: 'found'; courier: CourierNames }
  | { kind: 'several' }
  /** With the name that was probably meant. */
  | { kind: 'unknown'; likely: string | undefined };

/** No name is longer. Longer texts are not compared word by word, which would be expensive. */
const MAX_LENGTH = 120;

const plateKey = (text: string): string => fold(text).replace(/[^a-z0-9]/g, '');
const wordsOf = (text: string): string[] => [...new Set(fold(text).split(' '))];

/** Finds an office's couriers by name or plate. */
export class KnownCouriers {
  readonly #byKey = new Map<string, CourierNames[]>();
  /** Couriers who are not retired, by each word of their names. */
  readonly #byWord = new Map<string, CourierNames[]>();
  /** Results by text: a file repeats few names. */
  readonly #likely = new Map<string, string | undefined>();

  constructor(couriers: readonly CourierNames[]) {
    const add = (map: Map<string, CourierNames[]>, key: string, courier: CourierNames): void => {
      const others = map.get(key);
      if (others) others.push(courier);
      else map.set(key, [courier]);
    };
    for (const courier of couriers) {
      add(this.#byKey, `name ${fold(courier.name)}`, courier);
      if (courier.plate !== null) add(this.#byKey, `plate ${plateKey(courier.plate)}`, courier);
      if (courier.state !== 'retirado') for (const word of wordsOf(courier.name)) add(this.#byWord, word, courier);
    }
  }

  /** Finds the courier with this name or plate; a retired one only if no other has it. */
  find(text: string): CourierMatch {
    const found = this.#byKey.get(`name ${fold(text)}`) ?? this.#byKey.get(`plate ${plateKey(text)}`) ?? [];
    const active = found.filter(({ state }) => state !== 'retirado');
    const [courier] = active.length > 0 ? active : found;
    if (!courier) return { kind: 'unknown', likely: this.#likelyName(text) };
    return active.length > 1 ? { kind: 'several' } : { kind: 'found', courier };
  }

  /** @returns the only name that contains all words of the text, or whose words are all in the text. */
  #likelyName(text: string): string | undefined {
    if (text.length > MAX_LENGTH) return undefined;
    const key = fold(text);
    if (!this.#likely.has(key)) {
      const words = wordsOf(text);
      const candidates = new Set(words.flatMap((word) => this.#byWord.get(word) ?? []));
      const alike = [...candidates].filter(({ name }) => {
        const own = wordsOf(name);
        return words.every((word) => own.includes(word)) || own.every((word) => words.includes(word));
      });
      this.#likely.set(key, alike.length === 1 ? alike[0]?.name : undefined);
    }
    return this.#likely.get(key);
  }
}
