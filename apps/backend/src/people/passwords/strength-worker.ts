import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as spanish } from '@zxcvbn-ts/language-es-es';
import { type Strength, type StrengthTask } from './measure-strength.ts';

/*
 * Estimates how many guesses a password takes. Its dictionaries take 57 MB and 150 ms to load, and a password of 40
 * characters up to 0.3 s of CPU, so the thread that answers requests does not do it.
 */
const port = parentPort;
if (!port) throw new Error('This file is the thread that measures passwords; it is not started by hand.');

const zxcvbn = new ZxcvbnFactory({ dictionary: { ...common, ...spanish }, graphs: adjacencyGraphs });

port.on('message', ({ password, words }: StrengthTask) => {
  const { score, guessesLog10 } = zxcvbn.check(password, [...words]);
  port.postMessage({ score, guessesLog10 } satisfies Strength);
});
