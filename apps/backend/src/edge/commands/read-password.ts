import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { StartupError } from '#platform/startup-error.ts';

/**
 * Reads a password from a file or standard input, never from an argument: arguments are visible in the process list.
 */
export async function readPassword(
  file: string | undefined,
  input: NodeJS.ReadStream = process.stdin,
): Promise<string> {
  if (file === undefined && input.isTTY) process.stderr.write('Password, then Enter and Ctrl+D: ');
  let content: string;
  try {
    content = file === undefined ? await text(input) : await readFile(file, 'utf8');
  } catch {
    throw new StartupError(`The password file ${file ?? ''} cannot be read.`);
  }
  return content.replace(/\r?\n$/, '');
}
