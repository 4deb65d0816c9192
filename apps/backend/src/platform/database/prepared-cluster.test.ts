import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copyCluster } from './prepared-cluster.ts';

async function clusterIn(): Promise<{ root: string; prepared: string }> {
  const root = mkdtempSync(join(tmpdir(), 'despacho-cluster-'));
  onTestFinished(() => {
    rmSync(root, { recursive: true });
  });
  const prepared = join(root, 'prepared');
  await mkdir(join(prepared, 'base'), { recursive: true });
  await writeFile(join(prepared, 'base', '1'), 'table');
  return { root, prepared };
}

it.each(['missing', 'empty'])('copies the cluster to a folder that is %s', async (state) => {
  const { root, prepared } = await clusterIn();
  const folder = join(root, 'data', 'database');
  if (state === 'empty') await mkdir(folder, { recursive: true });
  copyCluster(folder, prepared);
  expect(await readFile(join(folder, 'base', '1'), 'utf8')).toBe('table');
  expect((await stat(folder)).mode & 0o077).toBe(0);
});

it('keeps an existing database', async () => {
  const { root, prepared } = await clusterIn();
  const folder = join(root, 'database');
  await mkdir(folder);
  await writeFile(join(folder, 'PG_VERSION'), '18');
  copyCluster(folder, prepared);
  expect(readdirSync(folder)).toEqual(['PG_VERSION']);
});

it('replaces the incomplete copy of a killed process', async () => {
  const { root, prepared } = await clusterIn();
  const folder = join(root, 'database');
  await mkdir(`${folder}.initializing`);
  await writeFile(join(`${folder}.initializing`, 'half'), '');
  copyCluster(folder, prepared);
  expect(readdirSync(folder)).toEqual(['base']);
  expect(existsSync(`${folder}.initializing`)).toBe(false);
});

it('lets PGlite create the cluster where a folder cannot be replaced', async () => {
  const { root, prepared } = await clusterIn();
  const folder = join(root, 'database');
  await mkdir(join(root, 'volume'));
  await symlink(join(root, 'volume'), folder);
  copyCluster(folder, prepared);
  expect(readdirSync(folder)).toEqual([]);
  expect(readdirSync(root).sort()).toEqual(['database', 'prepared', 'volume']);
});

it('lets PGlite create the cluster without a build', async () => {
  const { root } = await clusterIn();
  copyCluster(join(root, 'database'), join(root, 'not-built'));
  expect(existsSync(join(root, 'database'))).toBe(false);
});
