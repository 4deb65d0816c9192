import { execFile } from 'node:child_process';
import { ROOT } from '../root.ts';

/** Known severe weaknesses by package, or why the registry did not answer. */
type AuditResult = { severe: string[] } | { unanswered: string };

/** Timeout of the whole check, in ms. */
const TIMEOUT_MS = 60_000;

const SEVERE = ['high', 'critical'];

interface Report {
  vulnerabilities?: Record<string, { severity?: string }>;
  message?: string;
  error?: { summary?: string };
}

/** @param output of `npm audit --json`. */
export function readAudit(output: string): AuditResult {
  let report: Report;
  try {
    report = JSON.parse(output) as Report;
  } catch {
    return { unanswered: 'npm audit reported nothing' };
  }
  const { vulnerabilities, message, error } = report;
  if (!vulnerabilities) return { unanswered: message ?? error?.summary ?? 'npm audit reported no result' };
  const severe = Object.entries(vulnerabilities).filter(([, { severity = '' }]) => SEVERE.includes(severity));
  return { severe: severe.map(([name, { severity }]) => `${name} (${severity ?? ''})`) };
}

/** Requests known weaknesses of the shipped packages from the registry. Installs nothing. */
export async function auditDependencies(): Promise<AuditResult> {
  const { promise, resolve } = Promise.withResolvers<AuditResult>();
  const options = { cwd: ROOT, timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 ** 2 };
  execFile('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0'], options, (error, output) => {
    // It exits with 1 if it finds any.
    resolve(error?.killed ? { unanswered: `npm audit took longer than ${TIMEOUT_MS / 1000} s` } : readAudit(output));
  });
  return promise;
}
