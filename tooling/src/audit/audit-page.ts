import { type Weakened } from '../../test/audit/defences/weakened.ts';
import { type Check } from './check.ts';

const HEAD = `# The audit from outside

Made by \`npm run docs\` from the checks and from the list of defences; a test compares. \`npm run audit:gateway -- https://host\`
looks at a running gateway with requests alone. \`npm run audit:defences\` sees that it notices: it takes each defence below
out of a gateway of its own and runs the checks named beside it, having seen them green on sound ones. That certificates of
upstreams are verified nobody can see from outside: \`apps/bff/test/controls/certificates.test.ts\` proves it.
Why it is done so: [decision 20](../decisions/0020-audit-from-outside.md).`;

const NEEDS: Record<NonNullable<Check['needs']>, string> = {
  'sign-in': 'a sign-in',
  throttle: '`--throttle`',
  slow: '`--slow`',
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** @returns the expected text of docs/security/audit.md. */
export function auditPage(
  checks: readonly Check[],
  outOfSight: Readonly<Record<string, string>>,
  weakened: readonly Weakened[],
): string {
  const checkRows = checks.map(({ id, row, title, needs }) => {
    const count = weakened.filter(({ noticed }) => noticed.includes(id)).length;
    return [`[${row}](controls.md#${row.toLowerCase()})`, code([id]), title, needs ? NEEDS[needs] : '–', String(count)];
  });
  const unseen = Object.entries(outOfSight).map(([row, why]) => [`[${row}](controls.md#${row.toLowerCase()})`, why]);
  const defences = weakened.map(({ without, changes, settings, tls, noticed }) => {
    const files = new Set(changes.map(({ file }) => file.split('/').at(-1) ?? file));
    const changed = code([...files, ...Object.keys(settings ?? {})]);
    return [without, changed || `a certificate ${tls ?? ''}`, code(noticed)];
  });
  return [
    HEAD,
    '## Checks',
    table(['row', 'check', 'what must hold', 'needs', 'defences'], checkRows),
    '## Not visible from outside',
    table(['row', 'because'], unseen),
    '## Defences, each taken out',
    table(['without', 'changed', 'noticed by'], defences),
  ].join('\n\n');
}
