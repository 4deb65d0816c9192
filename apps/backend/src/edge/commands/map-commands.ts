import { ARRIVAL_RADIUS, SILENCE_BOUNDS } from '@despacho/contracts/dispatch';
import { systemClock } from '#platform/clock.ts';
import { setSettings } from '#people/offices/courier-settings.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Command } from './commands.ts';

/**
 * @param given an option; empty to leave the setting as it is.
 * @throws Refusal invalid for anything but a whole number within the bounds, which it names.
 */
function numberOf(given: string, name: string, { least, most }: { least: number; most: number }): number | undefined {
  if (given === '') return undefined;
  const number = /^\d{1,6}$/.test(given) ? Number(given) : NaN;
  if (!(number >= least && number <= most))
    throw new Refusal('invalid', `--${name} must be a whole number from ${least} to ${most}`);
  return number;
}

/** What an office sets for the positions of its couriers. */
export const MAP_COMMANDS: Readonly<Record<string, Command>> = {
  'office positions': {
    required: ['office'],
    optional: { silence: '', radius: '' },
    run: async (db, option) => {
      const { silence, arrivalRadius } = await setSettings(db, systemClock, option('office'), {
        silence: numberOf(option('silence'), 'silence', SILENCE_BOUNDS),
        arrivalRadius: numberOf(option('radius'), 'radius', ARRIVAL_RADIUS),
      });
      return `Office ${option('office')}: a courier is silent after ${silence} minutes without a position, and arrives within ${arrivalRadius} meters of a stop.`;
    },
  },
};
