import { type FieldServices } from '#field/services.ts';
import { type CpuBudget } from '#platform/cpu-budget.ts';
import { type MinuteCounts } from '#platform/minute-counts.ts';
import { type AttentionBoard } from './attention/attention-board.ts';
import { type KeptAnswers } from '#platform/kept-answers.ts';

export interface InsightServices extends FieldServices {
  /** Rows and figures that several widgets and people share for seconds. */
  figures: KeptAnswers;
  /** The same for past minutes, separate, so that they do not displace current answers. */
  pastFigures: KeptAnswers;
  attention: AttentionBoard;
  /** Time that the reports of each person take. */
  reportTime: CpuBudget;
  /** Reads of each link of guests. */
  guestReads: MinuteCounts;
}
