import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readPassword } from './read-password.ts';

/** A terminal, and what it shows. */
function terminal() {
  const input = new PassThrough() as unknown as NodeJS.ReadStream;
  const output = new PassThrough();
  const modes: boolean[] = [];
  Object.assign(input, {
    isTTY: true,
    setRawMode: (raw: boolean) => {
      modes.push(raw);
      return input;
    },
  });
  const shown = () => String(output.read() ?? '');
  return { input, output, modes, shown, type: (text: string) => (input as unknown as PassThrough).write(text) };
}

it('reads a password typed twice at a terminal, without echoing it', async () => {
  const { input, output, modes, shown, type } = terminal();
  const read = readPassword(undefined, input, output);
  type('camiónx\u007f ');
  type('lluvia\r');
  await new Promise(setImmediate);
  type('camión lluvia\r');
  expect(await read).toBe('camión lluvia');
  expect(shown()).toBe('Password: \nAgain: \n');
  // Shown again afterwards, and between the two.
  expect(modes).toEqual([true, false, true, false]);
});

it('rejects two different passwords', async () => {
  const { input, output, type } = terminal();
  const read = readPassword(undefined, input, output);
  type('una\r');
  await new Promise(setImmediate);
  type('otra\r');
  await expect(read).rejects.toThrow('The two passwords differ. Nothing was changed.');
});

it('Ctrl+C ends it and restores the terminal', async () => {
  const { input, output, modes, type } = terminal();
  const read = readPassword(undefined, input, output);
  type('una\u0003');
  await expect(read).rejects.toThrow('Nothing was changed.');
  expect(modes).toEqual([true, false]);
});

it('reads a pipe up to its end, without the last line break', async () => {
  const input = new PassThrough();
  const read = readPassword(undefined, input as unknown as NodeJS.ReadStream, new PassThrough());
  input.end('con espacio \n');
  expect(await read).toBe('con espacio ');
});
