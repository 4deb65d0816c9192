import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/* Replaces `src/field/evidence/picture-process.ts` after hostile code has taken it over: answers with what it reaches. */
const reaches = (attempt: () => unknown): boolean => {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
};

// oxlint-disable-next-line despacho/environment-in-config-alone -- It shows what the process was given.
const environment = Object.keys(process.env);
// The library can still be loaded.
await import('sharp');
process.on('message', () => {
  process.send?.({
    environment,
    'environment of the service': reaches(() => readFileSync(`/proc/${process.ppid}/environ`)),
    'memory map of the service': reaches(() => readFileSync(`/proc/${process.ppid}/maps`)),
    'a file of the user': reaches(() => readFileSync('/etc/passwd')),
    'a new file': reaches(() => writeFileSync(join(tmpdir(), 'prying'), '')),
    'a program': reaches(() => spawnSync('id')),
  });
});
process.send?.('ready');
