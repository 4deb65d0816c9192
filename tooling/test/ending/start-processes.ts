import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { sharedPostgres } from '../../src/machine/shared-postgres.ts';
import { endWithAllProcesses } from '../../src/machine/own-processes.ts';

/* Starts a process of each kind that a test run starts: `start-processes.ts FOLDER [postgres] [limit]`. FOLDER is new. */

const [folder = '', ...options] = process.argv.slice(2);
mkdirSync(folder);
const end = endWithAllProcesses({
  mark: folder,
  stop: (why) => {
    console.log(`Ended: ${why}`);
  },
  signalCode: 1,
  graceMs: 500,
});
const FOREVER = 'setInterval(() => {}, 1000);';

spawn(process.execPath, ['-e', FOREVER]);
spawn(process.execPath, ['-e', `process.on('SIGTERM', () => {}); ${FOREVER}`]);
// Like the services of tests: another process group, without this environment.
spawn(process.execPath, ['-e', FOREVER], { detached: true, env: {} });
// Its parent ends.
spawn('sh', ['-c', 'sleep 600 &']);
if (options.includes('postgres')) {
  for (const each of [folder, `${folder}/..`]) chmodSync(each, 0o755);
  await sharedPostgres(folder, () => Promise.resolve());
}
console.log('started');
if (options.includes('limit')) {
  // The test has counted the processes by then.
  await once(process.stdin.resume(), 'end');
  await end('not finished in time', 1);
}
