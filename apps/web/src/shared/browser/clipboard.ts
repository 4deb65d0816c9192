import { announce } from '../hooks/announce.ts';
import { within } from './within.ts';

const LIMIT_MS = 3000;

/** Whether this browser can copy; not over plain http. */
export const canCopy = (): boolean => 'clipboard' in navigator;

/**
 * Copies a text, and announces whether it worked.
 * @param done announced if it worked. @param failed announced otherwise.
 * @returns whether it worked.
 */
export async function copyText(text: string, done: string, failed = 'No se pudo copiar'): Promise<boolean> {
  const copy = async (): Promise<boolean> => {
    await navigator.clipboard.writeText(text);
    return true;
  };
  const isCopied = await within(LIMIT_MS, copy, false);
  announce(isCopied ? done : failed);
  return isCopied;
}
