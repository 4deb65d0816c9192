import { programBeside } from '#platform/program-beside.ts';
import { Refusal } from '#platform/refusal.ts';
import { TaskThread } from '#platform/threads/task-thread.ts';
import { KeyedSlots } from '#platform/keyed-slots.ts';

export interface StrengthTask {
  password: string;
  /** Words that are easy to guess for this person. */
  words: readonly string[];
}

export interface Strength {
  /** From 0 to 4, as zxcvbn defines it. */
  score: number;
  /** Logarithm of the number of guesses. */
  guessesLog10: number;
}

/**
 * Characters that are measured. The time grows with the square of the length: 0.3 s for the worst 40 characters, 1.4 s
 * for 256. A password whose first 40 characters are hard to guess is hard to guess.
 */
const MEASURED = 40;
const MAX_WORDS = 20;
const LIMIT_MS = 5000;
/** The thread ends when it has not been used for this long, and with it the memory of the dictionaries. */
const IDLE_MS = 60_000;
const BUSY = 'No se pudo comprobar la contraseña en este momento; vuelva a intentarlo';

const turn = new KeyedSlots({ waitMs: LIMIT_MS, busy: BUSY });
/** Anybody may use the meter, so at most one of its measurements is ahead of a password that will be stored. */
const meterTurn = new KeyedSlots({ waitMs: LIMIT_MS, busy: BUSY });
const NEVER = new AbortController().signal;

const program = programBeside(import.meta.url, 'strength-worker');
const thread = new TaskThread<StrengthTask, Strength>(program, { maxOldGenerationSizeMb: 192 }, IDLE_MS);

/**
 * Estimates how hard a password is to guess, in a thread, one at a time.
 * @throws Refusal busy if it takes too long: a password that was not measured is not accepted.
 */
export const measureStrength = ({ password, words }: StrengthTask): Promise<Strength> =>
  turn.run('', NEVER, () =>
    thread
      .run(
        { password: password.slice(0, MEASURED).toWellFormed(), words: words.slice(0, MAX_WORDS) },
        { signal: AbortSignal.timeout(LIMIT_MS) },
      )
      .catch(() => {
        throw new Refusal('busy', BUSY);
      }),
  );

/** The same for the meter of a form. @throws Refusal busy as `measureStrength`. */
export const measureForMeter = (task: StrengthTask): Promise<Strength> =>
  meterTurn.run('', NEVER, () => measureStrength(task));
