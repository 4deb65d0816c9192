import { encodePicture, loadImageLibrary, type PictureTask } from './encode-picture.ts';

/*
 * Decodes untrusted pictures, one at a time, in a process that the service can kill at any moment: libvips has no
 * limits while it works, and a thread would keep its process from ending.
 */
if (!process.send) throw new Error('This file is the process that decodes pictures; do not start it by hand.');

const end = (): void => {
  // Unlike `exit`, this does not wait for a picture in progress.
  process.kill(process.pid, 'SIGKILL');
};

// Happens also after a kill -9 of the service.
process.once('disconnect', end);
// A terminal and systemd send signals to the whole group. The service ends this process after its last answers.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);

const sharp = await loadImageLibrary();

process.on('message', (task: PictureTask) => {
  void encodePicture(sharp, task).then((reply) => process.send?.(reply));
});
process.send('ready');
