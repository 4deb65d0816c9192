import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLIENT_COMMANDS } from '#edge/commands/client-commands.ts';
import { NORTE_RUC } from './people.ts';
import { useDesk } from './use-desk.ts';

describe('client commands', () => {
  const desk = useDesk();
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'despacho-clients-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Runs a command as `run-command.ts` does. */
  const run = (name: string, given: Record<string, string> = {}): Promise<string> => {
    const command = CLIENT_COMMANDS[name];
    if (!command) throw new Error(`There is no ${name}`);
    const options: Record<string, string | undefined> = { ...command.optional, ruc: NORTE_RUC, ...given };
    return command.run(desk.db, (option) => options[option] ?? '', '', pino({ level: 'silent' }));
  };

  it('create, edit, disable, list and show clients, also as JSON', async () => {
    expect(await run('client create', { name: 'Botica Luz', contact: 'Rosa', phone: '987654321' })).toBe(
      'Client Botica Luz created, code C0001.',
    );
    expect(await run('client edit', { code: 'c-0001', 'new-code': 'LUZ', terms: 'Contado' })).toContain('code');
    expect(await run('client disable', { code: 'LUZ' })).toBe('Botica Luz (LUZ): disabled.');
    expect(await run('client list', { search: 'luz', state: 'disabled' })).toBe(
      'LUZ  Botica Luz  -  disabled\n1 clients.',
    );
    const shown = JSON.parse(await run('client show', { code: 'LUZ', json: 'yes' })) as {
      history: { what: string; by: unknown }[];
    };
    expect(shown).toMatchObject({ name: 'Botica Luz', terms: 'Contado', contacts: [{ name: 'Rosa' }], active: false });
    expect(shown.history.map(({ what }) => what)).toEqual(['desactivado', 'editado', 'creado']);
    expect(await run('client enable', { code: 'LUZ' })).toBe('Botica Luz (LUZ): active.');
    expect(JSON.parse(await run('client list', { json: 'yes' }))).toHaveLength(3);
    const trail = await desk.db.selectFrom('trail').select(['kind', 'actor', 'office_id']).orderBy('id').execute();
    expect(trail[0]).toEqual({ kind: 'client.created', actor: '(servidor)', office_id: null });
  });

  it('refuse what does not exist, with the choices', async () => {
    await expect(run('client list', { ruc: '20100000001' })).rejects.toThrow(`Choose from ${NORTE_RUC}`);
    await expect(run('client show', { code: 'bodega' })).rejects.toThrow('Choose from C1 (Bodega Ñandú)');
    await expect(run('client create', { name: 'X', 'tax-id': '123' })).rejects.toThrow('taxId: No es un RUC');
    await expect(run('client create', { name: 'X', address: 'Jr. Uno', district: 'Miraflores' })).rejects.toThrow(
      '150122',
    );
    await expect(run('client edit', { code: 'C1' })).rejects.toThrow('--new-code');
  });

  it('merge doubles with orders of every office', async () => {
    await desk.dispatch.createOrder({ client: { id: 'c2', name: 'Botica', phone: null } });
    await desk.dispatch.createOrder({ client: { id: 'c2', name: 'Botica', phone: null } }, 'neighbour');
    expect(await run('client merge', { from: 'C2', into: 'C1' })).toBe(
      'C2 merged into Bodega Ñandú (C1): 2 orders moved, 0 references renamed.',
    );
    await expect(run('client show', { code: 'C2' })).rejects.toThrow('There is no client');
  });

  it('import a file after they said what it would do', async () => {
    const file = path.join(folder, 'clientes.csv');
    await writeFile(file, 'Nombre;RUC\nBotica Nueva;\nBodega Ñandú;\nMala;123\n');
    expect(await run('client import', { file })).toContain('1 clients would be created');
    expect(await run('client list')).toContain('2 clients.');
    expect(await run('client import', { file, confirm: 'yes' })).toMatch(
      /1 clients created[^]*Line 3 \(Bodega Ñandú\)/,
    );
    expect(await run('client list')).toContain('3 clients.');
    await expect(run('client import', { file: '/no/such/file' })).rejects.toThrow('cannot be read');
  });
});
