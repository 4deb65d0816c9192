/** A sentence, or a row of a table, with its named evidence. */
export interface Statement {
  text: string;
  /** Whether it contains a number or "never". */
  isClaim: boolean;
  /** Controls by their links (`G40`), and requirements in a column `proof` (`S6`). */
  ids: string[];
  /** Test files, by name or by path. */
  tests: string[];
  /** Commands of package.json that measure it, without `npm run`. */
  commands: string[];
}

const MEASURES = ['audit:defences', 'audit:gateway', 'bench', 'observatory', 'verify:long'];

/** Columns that quote a standard, and state nothing about the product. */
const QUOTED = ['level', 'about'];

/** Text with digits that is not a figure: decisions, versions, modules, networks, and names such as SHA-256. */
const NAMES =
  /\bdecisions? \d+(?:(?:,| and) \d+)*|\b(?:levels?|ASVS|ISO|TLS|License) [\d.]+(?: and [\d.]+)?|\b[A-Za-z]+-?\d[\w.]*(?:-\w+)*|\b000\b|\/\d+\b/gi;

const NUMBER =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|ninety|hundred|thousand|million|half|twice|once|never)\b|\b(?:an?|per|each) (?:second|minute|hour)\b/i;

/** Between two sentences. */
const NEXT_SENTENCE = /(?<=[.!?][)_*"»]*)\s+(?=[("«[_*]*[\p{Lu}`])/u;

/** A test file, with its path if it is a link. */
const TEST = /`([\w/.-]+\.(?:test|spec)\.tsx?)`(?:\]\((?:\.\.\/)*([^)]+)\))?/g;

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);

function statementOf(text: string, proof = ''): Statement {
  const words = text
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(/\[\d+\]\([^)]*\)|\]\([^)]*\)/g, '')
    .replaceAll(NAMES, '');
  return {
    text,
    isClaim: /\p{L}/u.test(words) && NUMBER.test(words),
    ids: [...all(text, /\[(G\d+)\]\(controls\.md#g\d+\)/g), ...all(proof, /\b([SC]\d+)\b/g)],
    tests: [...text.matchAll(TEST)].map(([, name = '', path = name]) => path),
    commands: all(text, /`npm run ([\w:]+)[^`]*`/g).filter((name) => MEASURES.includes(name)),
  };
}

const cellsOf = (row = ''): string[] => row.split('|').map((cell) => cell.trim());

function rowsOf(table: string): Statement[] {
  const [head, , ...rows] = table.trim().split('\n').map(cellsOf);
  return rows.map((cells) =>
    statementOf(
      cells.filter((cell, at) => cell !== '' && !QUOTED.includes(head?.[at] ?? '')).join(' | '),
      cells[head?.indexOf('proof') ?? -1],
    ),
  );
}

/**
 * @param page Markdown; headings, comments and fences are left out.
 * @returns its statements: each sentence of a paragraph or list item, and each row of a table.
 */
export function statementsIn(page: string): Statement[] {
  const prose = page.replaceAll(/^ *```[^]*?^ *```$|^#.*$|^<!--.*-->$/gm, '\n');
  return prose.split(/\n\s*\n|\n(?= *(?:[-*]|\d+\.) )/).flatMap((block) => {
    if (block.trim().startsWith('|')) return rowsOf(block);
    const text = block.trim().replace(/^(?:[-*]|\d+\.) +/, '');
    const sentences = text.replaceAll(/\s+/g, ' ').split(NEXT_SENTENCE);
    return sentences.filter((each) => each !== '').map((each) => statementOf(each));
  });
}
