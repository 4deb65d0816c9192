import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { parseImport, type ParseTask } from './imports/parse-import.ts';

/*
 * Parses one file and ends. A file is somebody else's: whatever parsing it takes happens here, where memory and time are
 * limited, and not in the thread that answers everybody's requests.
 */
const port = parentPort;
if (!port) throw new Error('This file is the thread that parses imports; it is not started by hand.');

/** A third of the weight of a thread that answers requests. */
const NICENESS = 5;

// On Linux this is about the calling thread alone. Elsewhere it would be about the whole service.
if (process.platform === 'linux') setPriority(NICENESS);

port.postMessage(parseImport(workerData as ParseTask));
