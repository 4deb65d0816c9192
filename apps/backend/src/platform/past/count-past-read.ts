import { type Dispatcher, personKey } from '../dispatch/dispatcher.ts';
import { Refusal } from '../refusal.ts';
import { type PlatformServices } from '../services.ts';

/**
 * Counts a calculation of the past.
 * @param weight how many it counts as.
 * @throws Refusal busy for a person with too many of them within a minute.
 */
export function countPastRead(
  { pastReads, clock }: Pick<PlatformServices, 'pastReads' | 'clock'>,
  person: Dispatcher,
  weight = 1,
): void {
  if (pastReads.take(personKey(person), clock(), weight)) return;
  throw new Refusal('busy', 'Pidió muchos momentos del pasado en un minuto; espere un poco y vuelva a intentarlo');
}
