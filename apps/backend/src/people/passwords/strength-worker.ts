import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as spanish } from '@zxcvbn-ts/language-es-es';
import { answerTasks } from '#platform/threads/answer-tasks.ts';
import { type Strength, type StrengthTask } from './measure-strength.ts';

/*
 * Estimates how many guesses a password takes. Its dictionaries take 57 MB and 150 ms to load, and a password of 40
 * characters up to 0.3 s of CPU, so the thread that answers requests does not do it.
 */

const zxcvbn = new ZxcvbnFactory({ dictionary: { ...common, ...spanish }, graphs: adjacencyGraphs });

answerTasks(({ password, words }: StrengthTask): Strength => {
  const { score, guessesLog10 } = zxcvbn.check(password, [...words]);
  return { score, guessesLog10 };
});
