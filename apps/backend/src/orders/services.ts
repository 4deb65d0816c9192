import { type FleetServices } from '#fleet/services.ts';
import { type KeptAnswers } from '#platform/kept-answers.ts';
import { type MinuteCounts } from '#platform/minute-counts.ts';

export interface OrderServices extends FleetServices {
  /** Calls of the geocoder for what people type. */
  allowance: MinuteCounts;
  /** The lists of «Por ubicar», by office. */
  waiting: KeptAnswers;
}
