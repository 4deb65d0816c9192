import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { parseImport, type ParseTask } from './imports/parse-import.ts';

/*
 * Parses one file and ends. A file is somebody else's: whatever parsing it takes happens here, where memory and time are
 * limited, and not in the thread that answers everybody's requests.
 */
const port = parentPort;
if (!port) throw new Error('This file is the thread that parses imports; it is not started by hand.');

// On Linux this is the priority of the calling thread alone: requests of other people come first when cores are short.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

port.postMessage(parseImport(workerData as ParseTask));
