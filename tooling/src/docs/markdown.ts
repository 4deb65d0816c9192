import { format, resolveConfig } from 'prettier';
import { ROOT } from '../root.ts';

/** @returns a Markdown table; cells must not contain `|` or line breaks. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** @returns `page` with the text between the marks of `name` replaced by `text`. */
export function fillIn(page: string, name: string, text: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [page.indexOf(open), page.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`No marks ${open} … ${close}`);
  return `${page.slice(0, start + open.length)}\n\n${text}\n\n${page.slice(end)}`;
}

/** @returns a link from a page in docs/security to a file. @param path from the repository root. */
export const linkTo = (path: string): string => `[\`${path.split('/').at(-1) ?? path}\`](../../${path})`;

/** @returns the text of a generated file as the repository formats it. @param path from the repository root. */
export async function formatted(path: string, text: string): Promise<string> {
  const filepath = `${ROOT}${path}`;
  return format(text, { ...(await resolveConfig(filepath)), filepath });
}
