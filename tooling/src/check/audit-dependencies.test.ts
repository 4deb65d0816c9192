import { expect, it } from 'vitest';
import { readAudit } from './audit-dependencies.ts';

const report = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities });

it('reports only packages with severe weaknesses', () => {
  expect(
    readAudit(report({ axios: { severity: 'high' }, csurf: { severity: 'low' }, zod: { severity: 'critical' } })),
  ).toEqual({ severe: ['axios (high)', 'zod (critical)'] });
  expect(readAudit(report({}))).toEqual({ severe: [] });
});

it('reports why the registry did not answer', () => {
  const refused = { message: '405 Method Not Allowed', statusCode: 405, error: { summary: '', detail: '' } };
  expect(readAudit(JSON.stringify(refused))).toEqual({ unanswered: '405 Method Not Allowed' });
  const missing = { error: { code: 'ENOTFOUND', summary: 'request to the registry failed' } };
  expect(readAudit(JSON.stringify(missing))).toEqual({ unanswered: 'request to the registry failed' });
  expect(readAudit('')).toEqual({ unanswered: 'npm audit reported nothing' });
});
