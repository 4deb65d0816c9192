import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Logger } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TRAIL_COMMANDS } from '#edge/commands/trail-commands.ts';
import { recordTrail } from '#people/trail/record-trail.ts';
import { NORTE_RUC, SUR_RUC } from './people.ts';
import { NOW } from './test-services.ts';
import { useDesk } from './use-desk.ts';

describe('trail commands', () => {
  const desk = useDesk();
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'despacho-trail-'));
    for (const kind of ['account.created', 'signIn.ok'] as const)
      await recordTrail(desk.db, {
        companyId: 'norte',
        officeId: 'N1',
        kind,
        actor: { id: 'admin', username: 'admin', user: 'Don admin' },
        subject: { kind: 'user', id: 'clerk', name: 'Don clerk' },
        at: NOW,
      });
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Runs a command with its defaults. */
  const run = (name: string, options: Record<string, string> = {}) => {
    const command = TRAIL_COMMANDS[`trail ${name}`] ?? expect.unreachable();
    const given: Record<string, string | undefined> = { ...command.optional, ruc: NORTE_RUC, ...options };
    return command.run(desk.db, (option) => given[option] ?? '', '', {} as Logger);
  };

  it('list a company’s entries as text and as JSON', async () => {
    const lines = (await run('list')).split('\n');
    expect(lines[0]).toMatch(/^Id +At +Kind +Times +Office +User +About +Address$/);
    expect(lines[1]).toMatch(/signIn\.ok +1 +N1 +admin +user clerk \(Don clerk\)$/);
    expect(lines).toHaveLength(3);
    const found = JSON.parse(await run('list', { kind: 'account.created', json: 'yes' })) as { kind: string }[];
    expect(found.map(({ kind }) => kind)).toEqual(['account.created']);
    expect(await run('list', { ruc: SUR_RUC })).toBe('Nothing found.');
    expect((await run('list', { limit: '1' })).split('\n')).toHaveLength(2);
  });

  it.each([
    ['list', { ruc: '1' }, `There is no company 1. Choose from ${NORTE_RUC}, ${SUR_RUC}`],
    ['list', { kind: 'x' }, '--kind may not be "x". Choose from signIn.ok, signIn.failed, '],
    ['list', { since: 'ayer' }, '--since may not be "ayer". Write a day as 2026-11-20'],
    ['list', { limit: '0' }, '--limit must be a number from 1 to 1000'],
    ['show', { id: '0' }, '--id must be a number from 1 to'],
    ['show', { id: '999999999' }, 'The company has no entry 999999999'],
    ['export', { format: 'xml', to: 'x' }, '--format may not be "xml". Choose from jsonl, csv'],
    ['retention', { days: '29' }, '--days must be a number from 30 to 3650'],
    ['retention', { days: 'x' }, '--days must be a number from 30 to 3650'],
  ])('%s refuses %o', async (name, options, message) => {
    await expect(run(name, options)).rejects.toThrow(message);
  });

  it('show one entry of this company only', async () => {
    const { id } = await desk.db.selectFrom('trail').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
    expect(JSON.parse(await run('show', { id: String(id), json: 'yes' }))).toMatchObject({ kind: 'account.created' });
    expect(await run('show', { id: String(id) })).toContain('kind: account.created');
    await expect(run('show', { id: String(id), ruc: SUR_RUC })).rejects.toThrow('no entry');
  });

  it('export into a new private file, and record that', async () => {
    const to = path.join(folder, 'registro.jsonl');
    // With the record of the export itself.
    expect(await run('export', { to })).toBe(`3 entries of Norte S.A.C. written to ${to}.`);
    expect((await stat(to)).mode & 0o777).toBe(0o600);
    expect((await readFile(to, 'utf8')).trimEnd().split('\n')).toHaveLength(3);
    await expect(run('export', { to })).rejects.toThrow('The file cannot be created');
    const [entry] = JSON.parse(await run('list', { kind: 'export.trail', json: 'yes' })) as { actor: object }[];
    expect(entry?.actor).toMatchObject({ username: '(servidor)' });
  });

  it('set the retention, as an entry of the trail', async () => {
    expect(await run('retention')).toBe('Norte S.A.C. keeps its trail 365 days.');
    expect(await run('retention', { days: '90' })).toContain('keeps its trail 90 days; before: 365');
    expect(JSON.parse(await run('retention', { json: 'yes' }))).toEqual({ company: 'Norte S.A.C.', days: 90 });
    const [entry] = JSON.parse(await run('list', { kind: 'settings.changed', json: 'yes' })) as { details: object }[];
    expect(entry?.details).toEqual({ before: { trailDays: 365 }, after: { trailDays: 90 } });
  });
});
