/** A command line in a document, with its source. */
export interface DocumentedCommand {
  /** Path of the document, or the name of a help text. */
  source: string;
  /** One logical line: continuations joined, comments removed. */
  command: string;
}

/** Programs that a documented command starts with, after variables. */
const PROGRAMS =
  'npm|npx|node|docker|openssl|mkdir|cd|export|printf|for|git|curl|nginx|psql|pg_dump|pg_restore|redis-cli|redis-server|apt-get|systemctl|kubectl|tar|cp|chmod|chown|password=\\S+';
const COMMAND = new RegExp(`^(?:[A-Z_]+=\\S+ )*(?:${PROGRAMS})(?: |$)`);

/** Languages of fences that do not contain commands. */
const NOT_SHELL = new Set(['yaml', 'json', 'nginx', 'ts', 'text', 'mermaid', 'sql', 'http', 'ini']);

/** @returns the commands of a script: `for … done` and continuation lines joined, comments removed. */
function commandsOf(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let open = '';
  for (const line of lines) {
    const text = line.replace(/(^|\s{2,})#.*$/, '').trim();
    if (text === '') continue;
    open += text.endsWith('\\') ? text.slice(0, -1) : text;
    const isLoop = open.startsWith('for ') && !/\bdone$/.test(open);
    if (text.endsWith('\\')) continue;
    if (isLoop) open += /\bdo$/.test(text) ? ' ' : '; ';
    else {
      joined.push(open.replaceAll(/\s+/g, ' '));
      open = '';
    }
  }
  if (open !== '') joined.push(open);
  return joined;
}

/**
 * @returns the commands of a Markdown page: every line of a fence tagged `sh`, and lines of other fences and inline
 * code that begin with a known program.
 */
export function commandsInMarkdown(text: string): string[] {
  const found: string[] = [];
  const outside = text.replaceAll(/^```(\w*)\n([\s\S]*?)^```$/gm, (_all, language: string, content: string) => {
    if (NOT_SHELL.has(language)) return '';
    const commands = commandsOf(content.split('\n'));
    found.push(...(language === 'sh' ? commands : commands.filter((command) => COMMAND.test(command))));
    return '';
  });
  for (const [, code = ''] of outside.matchAll(/`([^`\n]+)`/g)) if (COMMAND.test(`${code} `)) found.push(code);
  return found;
}

/**
 * @returns the commands in the comments of a configuration file: blocks indented by three spaces that begin with a
 * known program.
 */
export function commandsInComments(text: string): string[] {
  const blocks = text
    .split('\n')
    .map((line) => /^\s*# {3,}(.*)$/.exec(line)?.[1])
    .reduce<string[][]>(
      (all, line) => {
        if (line === undefined) all.push([]);
        else all.at(-1)?.push(line);
        return all;
      },
      [[]],
    );
  return blocks.filter(([first = '']) => COMMAND.test(`${first} `)).flatMap(commandsOf);
}

/**
 * @param help a help text with commands indented by two spaces, options on deeper lines, and explanations after two
 * spaces.
 * @returns its commands with every option, including optional ones.
 */
export function commandsInHelp(help: string): string[] {
  const found: string[] = [];
  for (const line of help.split('\n')) {
    const words = line.trim().split(/\s{2,}/)[0] ?? '';
    const text = words.replaceAll(/[[\]]/g, '');
    if (COMMAND.test(`${text} `)) found.push(text);
    else if (/^ +\[?--/.test(line) && found.length > 0) found.push(`${found.pop() ?? ''} ${text}`);
  }
  return found;
}
