import fc from 'fast-check';
import { type ModelRequest, CORRECTIONS, COURSE, type Model } from './model.ts';

/** The actors: two dispatchers, of whom the chief has charge S, and the clock, which advances the day. */
export const ACTORS = ['ana', 'chief', 'reloj'] as const;

export type Actor = (typeof ACTORS)[number];

/** A generated request before it is resolved: orders and couriers by index. */
interface Intent {
  by: Actor;
  kind: ModelRequest['kind'];
  orders: number[];
  courier: number;
  to: number;
  paid: boolean;
  /** Whether the actor reloaded just before. */
  fresh: boolean;
  /** Whether to choose a state that the first order may really enter. */
  likely: boolean;
}

/** One step of a story. */
export type Step =
  | { do: 'ask'; intent: Intent }
  | { do: 'together'; intents: [Intent, Intent] }
  | { do: 'repeat'; by: Actor }
  | { do: 'look'; by: Actor }
  | { do: 'wait'; seconds: number };

/** What each actor knows: the order versions when they last reloaded, and the batches. */
export interface Belief {
  versions: Map<string, number>;
}

const KINDS: { weight: number; kind: ModelRequest['kind'] }[] = [
  { weight: 6, kind: 'assign' },
  { weight: 2, kind: 'unassign' },
  { weight: 2, kind: 'move' },
  { weight: 8, kind: 'state' },
  { weight: 2, kind: 'cancel' },
  { weight: 2, kind: 'correct' },
  { weight: 2, kind: 'reorder' },
  { weight: 2, kind: 'edit' },
  { weight: 4, kind: 'undo' },
];

const intent: fc.Arbitrary<Intent> = fc.record({
  by: fc.constantFrom(...ACTORS),
  kind: fc.oneof(...KINDS.map(({ weight, kind }) => ({ weight, arbitrary: fc.constant(kind) }))),
  orders: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 5 }),
  courier: fc.nat(1),
  to: fc.nat(5),
  paid: fc.boolean(),
  fresh: fc.nat(3).map((each) => each > 0),
  likely: fc.nat(4).map((each) => each > 0),
});

export const stories: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: intent.map((each): Step => ({ do: 'ask', intent: each })) },
    { weight: 3, arbitrary: fc.tuple(intent, intent).map((intents): Step => ({ do: 'together', intents })) },
    { weight: 1, arbitrary: fc.constantFrom(...ACTORS).map((by): Step => ({ do: 'repeat', by })) },
    { weight: 8, arbitrary: fc.constantFrom(...ACTORS).map((by): Step => ({ do: 'look', by })) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 40 }).map((seconds): Step => ({ do: 'wait', seconds })) },
  ),
  { minLength: 12, maxLength: 30 },
);

const REACHED = ['en_ruta', 'entregada', 'no_entregada', 'pendiente', 'en_devolucion', 'devuelta'] as const;
const CORRECTED = ['entregada', 'no_entregada', 'en_ruta', 'en_devolucion', 'pendiente', 'entregada'] as const;

const pick = <T>(choices: readonly T[] | undefined, place: number): T | undefined =>
  choices?.[place % Math.max(1, choices.length)];

/** @returns the request for an intent, given what the actor knows. */
export function requestOf(
  intent: Intent,
  { versions }: Belief,
  model: Model,
  couriers: readonly [string, string],
): ModelRequest {
  const ids = [...model.orders.keys()];
  const refs = intent.orders.map((index) => {
    const id = ids[index % ids.length] ?? '';
    return { id, version: versions.get(id) ?? 1 };
  });
  const first = model.orders.get(refs[0]?.id ?? '')?.state ?? 'pendiente';
  const courierId = couriers[intent.courier] ?? '';
  const other = couriers[1 - intent.courier] ?? '';
  switch (intent.kind) {
    case 'assign':
    case 'reorder':
      return { kind: intent.kind, courierId, refs };
    case 'unassign':
    case 'cancel':
      return { kind: intent.kind, refs };
    case 'move':
      return { kind: 'move', from: courierId, to: other };
    case 'state': {
      const to = intent.likely ? pick(COURSE[first], intent.to) : undefined;
      return { kind: 'state', to: to ?? REACHED[intent.to] ?? 'en_ruta', paid: intent.paid, refs };
    }
    case 'correct': {
      const to = intent.likely ? pick(CORRECTIONS[first], intent.to) : undefined;
      return { kind: 'correct', to: to ?? CORRECTED[intent.to] ?? 'en_ruta', refs };
    }
    case 'edit':
      return { kind: 'edit', id: refs[0]?.id ?? '', version: refs[0]?.version ?? 1, note: `nota ${intent.to}` };
    case 'undo': {
      // The newest batches are the ones people may still want to undo.
      const batches = [...model.batches.keys()];
      return { kind: 'undo', batch: batches.at(-1 - (intent.to % 3)) ?? '00000000-0000-4000-8000-000000000000' };
    }
  }
}
