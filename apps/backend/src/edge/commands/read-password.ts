import { readFile } from 'node:fs/promises';
import { emitKeypressEvents, type Key } from 'node:readline';
import { text } from 'node:stream/consumers';
import { StartupError } from '#platform/startup-error.ts';

type Terminal = Pick<NodeJS.ReadStream, 'setRawMode' | 'resume' | 'pause'> & NodeJS.ReadableStream;

/** Reads one line of a terminal without showing it. @throws StartupError for Ctrl+C. */
async function readHidden(question: string, input: Terminal, output: NodeJS.WritableStream): Promise<string> {
  output.write(question);
  const typed: string[] = [];
  emitKeypressEvents(input);
  // In raw mode the terminal shows nothing, and passes on Ctrl+C instead of ending the process.
  input.setRawMode(true);
  input.resume();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const onKey = (characters: string | undefined, { name, ctrl = false }: Key): void => {
    if (ctrl && name === 'c') reject(new StartupError('Nothing was changed.'));
    else if (name === 'return' || name === 'enter' || (ctrl && name === 'd')) resolve(typed.join(''));
    else if (name === 'backspace') typed.pop();
    else if (ctrl && name === 'u') typed.length = 0;
    else if (characters !== undefined && !/^\p{Cc}/u.test(characters)) typed.push(characters);
  };
  input.on('keypress', onKey);
  try {
    return await promise;
  } finally {
    input.off('keypress', onKey);
    input.setRawMode(false);
    input.pause();
    output.write('\n');
  }
}

/**
 * Reads a password from a file or standard input, never from an argument: arguments are visible in the process list. At a
 * terminal it is typed twice, and not shown.
 * @throws StartupError if the file cannot be read, or the two differ.
 */
export async function readPassword(
  file: string | undefined,
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<string> {
  if (file === undefined && input.isTTY) {
    const password = await readHidden('Password: ', input, output);
    const repeated = await readHidden('Again: ', input, output);
    if (password !== repeated) throw new StartupError('The two passwords differ. Nothing was changed.');
    return password;
  }
  let content: string;
  try {
    content = file === undefined ? await text(input) : await readFile(file, 'utf8');
  } catch {
    throw new StartupError(`The password file ${file ?? ''} cannot be read.`);
  }
  return content.replace(/\r?\n$/, '');
}
