import { encodePicture, loadImageLibrary, type PictureTask } from './evidence/encode-picture.ts';

/*
 * Decodes untrusted pictures, one after the other, in a process that the service can end at any moment: libvips obeys no
 * limit while it works, and a thread of it keeps its process from ending.
 */
if (!process.send) throw new Error('This file is the process that decodes pictures; it is not started by hand.');

const end = (): void => {
  // Unlike an exit, this does not wait for a picture in progress.
  process.kill(process.pid, 'SIGKILL');
};

// Also after a kill -9 of the service.
process.once('disconnect', end);
// A terminal and systemd send them to the whole group. The service decides, and finishes answers first.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);

const sharp = await loadImageLibrary();

process.on('message', (task: PictureTask) => {
  void encodePicture(sharp, task).then((reply) => process.send?.(reply));
});
process.send('ready');
