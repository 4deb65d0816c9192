import { existsSync, globSync, readFileSync } from 'node:fs';
import { VERSION } from '@despacho/server/version';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RELEASE, UPGRADES_FROM } from '../../../apps/backend/tools/database.ts';
import { ROOT } from '../root.ts';

interface Manifest {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');
const manifest = (path: string): Manifest => JSON.parse(read(`${path}/package.json`)) as Manifest;

/** Product sources without tests. */
const SOURCES = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (path) => !path.includes('.test.'),
);

const importers = (name: string, where: string): string[] =>
  SOURCES.filter(
    (path) => path.startsWith(where) && new RegExp(`(from|import\\(?) ?'${name}(/[^']*)?'`).test(read(path)),
  );

describe('the design card', () => {
  it.each([
    ['express', 'apps/bff/src/'],
    ['express', 'apps/backend/src/'],
    ['helmet', 'apps/bff/src/http/'],
    ['csurf', 'apps/bff/src/session/'],
    ['cookie-parser', 'apps/bff/src/'],
    ['http-proxy-middleware', 'apps/bff/src/upstream/'],
    ['pino', 'apps/bff/src/'],
    ['react', 'apps/web/src/'],
    ['react-dom', 'apps/web/src/app/'],
    ['react-router-dom', 'apps/web/src/app/'],
    ['axios', 'apps/web/src/shared/http/'],
    ['sweetalert2', 'apps/web/src/shared/dialogs/'],
    ['react-leaflet', 'apps/web/src/shared/map/'],
  ])('C6: %s is used in %s', (name, where) => {
    expect(importers(name, where)).not.toEqual([]);
  });

  it.each(['apps/bff', 'apps/backend'])('C6: supertest and vitest test %s', (app) => {
    const tests = globSync('{src,test}/**/*.ts', { cwd: `${ROOT}${app}` }).map((path) => read(`${app}/${path}`));
    for (const name of ['supertest', 'vitest'])
      expect(
        tests.some((text) => text.includes(`from '${name}'`)),
        name,
      ).toBe(true);
  });

  it('C6: dialogs, csrf, proxy and the http client each have one place', () => {
    for (const [name, where] of [
      ['sweetalert2', 'apps/web/src/shared/dialogs/'],
      ['axios', 'apps/web/src/shared/http/'],
      ['csurf', 'apps/bff/src/session/'],
      ['http-proxy-middleware', 'apps/bff/src/upstream/'],
    ] as const)
      expect(importers(name, '').filter((path) => !path.startsWith(where))).toEqual([]);
  });

  it.each([
    'package.json',
    'turbo.json',
    'apps/web/package.json',
    'apps/bff/package.json',
    'packages/contracts/package.json',
    'docker/compose.yaml',
    'Dockerfile',
    '.env.example',
  ])('C7: %s exists where the design card requires it', (path) => {
    expect(existsSync(`${ROOT}${path}`)).toBe(true);
  });
});

describe('the page for each reader', () => {
  /** Questions of each reader, as words that their page must contain. Written by hand. */
  const QUESTIONS: Record<string, RegExp[]> = {
    'docs/staff.md': [/Ingresar/, /Salir/, /contraseña/i, /Permiso Usuario/, /Clientes/, /Si algo falla/, /teclado/i],
    'docs/security/README.md': [/cookie/i, /csrf/i, /route table/i, /headers/i, /logged/i, /Known limits/i],
    'docs/operations.md': [
      /PUBLIC_ORIGIN/,
      /TRUST_PROXY/,
      /\/ready/,
      /SIGTERM/,
      /compose/,
      /backup create/,
      /backup restore/,
      /nginx/,
    ],
  };

  it.each(Object.entries(QUESTIONS))('C8: %s answers its reader’s questions', (path, questions) => {
    const page = read(path);
    for (const question of questions) expect(page).toMatch(question);
  });

  it.each(globSync('{*.md,docs/**/*.md}', { cwd: ROOT }))('C8: the files that %s names exist', (path) => {
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
    const links = [...read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map((match) => folder + (match[1] ?? ''));
    const named = [...read(path).matchAll(/`((?:apps|packages|docs|docker|tooling|e2e)\/[\w./-]+)`/g)].map(
      (match) => match[1] ?? '',
    );
    const missing = [...links, ...named].filter(
      (target) => !/\/(dist|\.output)\//.test(target) && !existsSync(`${ROOT}${target}`),
    );
    expect(missing).toEqual([]);
  });

  it('C8: the index of decisions has one line for each', () => {
    const listed = [...read('docs/decisions/README.md').matchAll(/^- (\d+): \[.*\]\((0*\1-.*\.md)\)$/gm)];
    expect(listed.map(([, , file]) => file)).toEqual(globSync('0*.md', { cwd: `${ROOT}docs/decisions` }).sort());
  });

  it('C8: every decision that a source or a page cites has a record', () => {
    const records = new Set(
      globSync('0*.md', { cwd: `${ROOT}docs/decisions` }).map((file) => Number(file.slice(0, 4))),
    );
    const texts = [...SOURCES, ...globSync('{*.md,docs/**/*.md}', { cwd: ROOT })].map(read).join('\n');
    const cited = [...texts.matchAll(/\bdecisions?\s+(?:\*\s+)?(\d+(?:(?:,| and)\s+\d+)*)/gi)].flatMap(
      ([, numbers = '']) => numbers.match(/\d+/g) ?? [],
    );
    expect(cited.filter((number) => !records.has(Number(number)))).toEqual([]);
  });

  it('C8: every command that a page names exists', () => {
    const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
    const pages = globSync('{*.md,docs/**/*.md}', { cwd: ROOT }).map(read).join('\n');
    const named = [...pages.matchAll(/npm run (?!dev\b)([\w:-]+)/g)].map((match) => match[1] ?? '');
    expect(named.length).toBeGreaterThan(5);
    expect([...new Set(named)].filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

describe('the release', () => {
  it('is the same in every package, in the labels of the images, and newest in CHANGELOG.md', () => {
    const folders = ['.', ...globSync('{apps,packages}/*/package.json', { cwd: ROOT }).map((path) => dirname(path))];
    expect(new Set(folders.map((path) => manifest(path).version))).toEqual(new Set([VERSION]));
    expect(read('Dockerfile')).toContain(`org.opencontainers.image.version="${VERSION}"`);
    const [, version, text = ''] = /^## (\S+)$([^]*?)(?=^## )/m.exec(read('CHANGELOG.md')) ?? [];
    expect(version).toBe(VERSION);
    expect(text).toContain(
      `\`${RELEASE.newest}\`. Upgrades from ${UPGRADES_FROM.map((each) => each.version).join(', ')},`,
    );
  });
});

describe('upstream addresses', () => {
  const texts = SOURCES.map((path) => [path, read(path)] as const);

  it('S46: no source contains the address of a host', () => {
    const hosts = texts.flatMap(([path, text]) =>
      [...text.matchAll(/\bhttps?:\/\/([\w.-]+)/g)]
        .map((match) => match[1] ?? '')
        .filter(
          (host) =>
            !/^(localhost|127\.0\.0\.1|www\.w3\.org|wa\.me|waze\.com|www\.google\.com|www\.openstreetmap\.org|www\.topografix\.com|schemas\.openid\.net|protomaps\.com|.*\.invalid|.*\.?example(\..*)?)$/.test(
              host,
            ),
        )
        .map((host) => `${path}: ${host}`),
    );
    expect(hosts).toEqual([]);
  });

  it('S43: the gateway knows only the documented upstreams and the operations service', () => {
    const names = [...read('.env.example').matchAll(/^#?(\w+_URL)=/gm)].map((match) => match[1]);
    expect([...new Set(names)].sort()).toEqual(
      [
        'API_URL',
        'BASE_URL',
        'DATABASE_URL',
        'GEOCODER_2_URL',
        'GEOCODER_URL',
        // No upstream: the public address of the service's own listener.
        'INGEST_URL',
        'OPERATIONS_URL',
        'REDIS_URL',
        'ROUTING_URL',
        'STORAGE_URL',
        'TILES_URL',
      ].sort(),
    );
  });
});

describe('connections to others', () => {
  it('G39: no source disables certificate or HTTP checks', () => {
    const switches =
      /rejectUnauthorized|checkServerIdentity|insecureHTTPParser: *true|NODE_TLS_REJECT_UNAUTHORIZED['"]?\] *=[^=]/;
    expect(SOURCES.length).toBeGreaterThan(200);
    expect(SOURCES.filter((path) => switches.test(read(path)))).toEqual([]);
  });
});

describe('third-party notices', () => {
  it.each(['apps/web', 'apps/bff', 'apps/backend', 'packages/contracts'])(
    'name every package that %s ships',
    (workspace) => {
      const shipped = Object.keys(manifest(workspace).dependencies ?? {});
      const notice = read('NOTICE.md');
      expect(shipped.length).toBeGreaterThan(0);
      expect(shipped.filter((name) => !notice.includes(name))).toEqual([]);
    },
  );
});
