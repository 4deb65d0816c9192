import { type Assessment } from './asvs.ts';

const HEAD = `# OWASP ASVS 5.0, level 2

Made by \`npm run docs\` out of \`docs/security/asvs.json\`. Every requirement of levels 1 and 2 of
[OWASP ASVS 5.0.0](https://owasp.org/www-project-application-security-verification-standard/) stands here once, by its number and in
our own words; read the requirement itself there. "Met" is about what the product does: G rows lead to
[controls.md](controls.md) with their code and tests, S and C rows to \`npm run rows\`. What is met in part is "not met", with
what is missing. This is a self-assessment: nobody outside the project has verified it.`;

const CHAPTERS: Readonly<Record<string, string>> = {
  V1: 'Encoding and sanitization',
  V2: 'Validation and business logic',
  V3: 'Web frontend',
  V4: 'API and web service',
  V5: 'Files',
  V6: 'Authentication',
  V7: 'Sessions',
  V8: 'Authorization',
  V9: 'Self-contained tokens',
  V10: 'OAuth and OpenID Connect',
  V11: 'Cryptography',
  V12: 'Transport',
  V13: 'Configuration',
  V14: 'Data protection',
  V15: 'Architecture and dependencies',
  V16: 'Logging and errors',
  V17: 'WebRTC',
};

const linkOf = (proof: string): string => {
  if (proof.startsWith('G')) return `[${proof}](controls.md#${proof.toLowerCase()})`;
  return proof.includes('/') ? `[\`${proof.split('/').at(-1) ?? ''}\`](../../${proof})` : proof;
};

const rowOf = ({ id, level, topic, status, reason, proof = [] }: Assessment): string =>
  `| ${id} | ${String(level)} | ${topic} | ${status} | ${reason} | ${proof.map(linkOf).join(', ')} |`;

const STATUSES = ['met', 'not met', 'not applicable'] as const;

/** @returns the expected text of docs/security/asvs.md, before formatting. */
export function asvsPage(assessments: readonly Assessment[]): string {
  const countOf = (level: number, status: string) =>
    assessments.filter((one) => one.level === level && one.status === status).length;
  const totals = [1, 2].map(
    (level) => `| ${String(level)} | ${STATUSES.map((status) => String(countOf(level, status))).join(' | ')} |`,
  );
  const chapters = Map.groupBy(assessments, ({ id }) => id.split('.')[0] ?? '');
  const sections = [...chapters].map(([chapter, own]) =>
    [
      `## ${chapter} ${CHAPTERS[chapter] ?? ''}`,
      [
        '|  | level | about | status | reason | proof |',
        '| --- | --- | --- | --- | --- | --- |',
        ...own.map(rowOf),
      ].join('\n'),
    ].join('\n\n'),
  );
  const summary = [`| level | ${STATUSES.join(' | ')} |`, '| --- | --- | --- | --- |', ...totals].join('\n');
  return [HEAD, summary, ...sections].join('\n\n');
}
