import { CHECKS, UNCHECKED_ROWS } from '../audit/audit.ts';
import { type Control, type NamingTest } from '../rows/rows.ts';

const HEAD = `# The gateway’s promises, and what shows them

Made by \`npm run docs\` out of \`docs/security/controls.json\`, the titles of the tests and the checks of the audit; a test
compares, so that this page cannot go stale. G numbers are this project’s own; each names the requirement of
the [OWASP ASVS 5.0](https://owasp.org/www-project-application-security-verification-standard/), the RFC or the guide it
comes from, and those without are judgement.
Every one of these tests runs in \`npm test\`; those of the gateway use the chain that production runs, with nothing switched
off.`;

const fromHere = (path: string): string => `[\`${path.split('/').at(-1) ?? path}\`](../../${path})`;

/** A title without its leading ids, with markup escaped. */
const plain = (title: string): string =>
  title
    .replace(/^[SCG\d,; ]+:\s*/, '')
    .replace(/\s+/g, ' ')
    .replace(/[<>*_[\]`\\]/g, (sign) => `\\${sign}`);

/** Tests grouped by file, in file order. */
function testLines(tests: readonly NamingTest[]): string[] {
  const byFile = Map.groupBy(tests, ({ file }) => file);
  return [...byFile].map(([file, own]) => {
    const titles = [...new Set(own.map(({ title }) => plain(title)))];
    return `- ${fromHere(file)}\n${titles.map((title) => `  - ${title}`).join('\n')}`;
  });
}

function seenFromOutside(id: string): string {
  const checks = CHECKS.filter(({ row }) => row === id).map((check) => `\`${check.id}\``);
  if (checks.length > 0) return `\`npm run audit:gateway\` checks ${checks.join(', ')}.`;
  return `Not visible from outside: ${UNCHECKED_ROWS[id] ?? 'no check of the audit covers it'}.`;
}

/** @returns the expected text of docs/security/controls.md. */
export function controlsPage(controls: readonly Control[], tests: readonly NamingTest[]): string {
  const overview = controls.map(({ id, promise, sources }) => {
    const count = tests.filter(({ ids }) => ids.includes(id)).length;
    return `| [${id}](#${id.toLowerCase()}) | ${promise} | ${sources.join('; ') || 'judgement'} | ${count} |`;
  });
  const sections = controls.map(({ id, promise, sources, code }) => {
    const own = tests.filter(({ ids }) => ids.includes(id));
    return [
      `## ${id}`,
      `${promise}.`,
      `Source: ${sources.join('; ') || 'judgement'}. Code: ${code.map(fromHere).join(', ')}. ${seenFromOutside(id)}`,
      ...testLines(own),
    ].join('\n\n');
  });
  return [
    HEAD,
    ['|  | promise | source | tests |', '| --- | --- | --- | --- |', ...overview].join('\n'),
    ...sections,
  ].join('\n\n');
}
