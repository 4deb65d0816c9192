import { spawnSync } from 'node:child_process';
import { ROOT } from '../root.ts';

/** Known severe weaknesses by package, or why the registry did not answer. */
export type AuditResult = { severe: string[] } | { unanswered: string };

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
export function auditDependencies(): AuditResult {
  const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: 64 * 1024 ** 2,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return error ? { unanswered: error.message } : readAudit(stdout);
}
