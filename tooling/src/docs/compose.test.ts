import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { ROOT } from '../root.ts';
import { SERVICES } from './variables.ts';

/** Set by the images, or fixed by the ports that the file publishes. */
const FIXED = ['PORT', 'HOST', 'ADMIN_PORT', 'DATA_DIR', 'INGEST_PORT'];

/** Variables of the file itself: published ports, base images, and the service's hosts (see there). */
const OF_THE_FILE = [
  'PORT',
  'INGEST_PORT',
  'NODE_IMAGE',
  'REDIS_IMAGE',
  'PLACES_IMAGE',
  'ROUTING_IMAGE',
  'BACKEND_ALLOW_PLAIN_UPSTREAMS',
];

interface ComposeService {
  build?: { context: string; target: string };
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  [other: string]: unknown;
}

interface ComposeFile {
  services: Record<string, ComposeService>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
  [other: string]: unknown;
}

const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');

/** @returns the file's content. @throws Error for anything that a YAML parser may refuse, such as a key twice. */
function parse(text: string): ComposeFile {
  const document = parseDocument(text, { strict: true, uniqueKeys: true, merge: true });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) throw problem;
  return document.toJS() as ComposeFile;
}

const TEXT = read('docker/compose.yaml');
const FILE = parse(TEXT);
const services = Object.entries(FILE.services);
const dockerfile = read('Dockerfile');
/** @returns the part of the Dockerfile that builds a stage. */
const stageOf = (name: string): string =>
  dockerfile.split(/^(?=FROM )/m).find((part) => part.split('\n', 1)[0]?.endsWith(` AS ${name}`)) ?? '';

it('a key that occurs twice is refused', () => {
  expect(() => parse('a:\n  b: 1\n  b: 2\n')).toThrow(/unique/);
});

describe('docker/compose.yaml', () => {
  it.each(SERVICES)('passes every variable of the $key, and no other', ({ key, variables }) => {
    const passed = Object.keys(FILE.services[key]?.environment ?? {});
    const known = variables.map(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]));
    expect(
      known.filter((names) => !FIXED.includes(names[0] ?? '') && !names.some((one) => passed.includes(one))),
    ).toEqual([]);
    expect(passed.filter((name) => !known.flat().includes(name))).toEqual([]);
  });

  it('reads variables by the names that the services have', () => {
    const names = SERVICES.flatMap(({ variables }) => variables.map(({ name }) => name));
    const values = JSON.stringify(FILE);
    const used = [...values.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
    expect(used.filter((name) => !names.includes(name) && !OF_THE_FILE.includes(name))).toEqual([]);
    for (const [, { environment = {} }] of services)
      for (const [name, value] of Object.entries(environment)) {
        const [, source] = /^\$\{(\w+)/.exec(value) ?? [];
        expect([undefined, name, `BACKEND_${name}`]).toContain(source);
      }
  });

  it('names only files, stages, secrets and volumes that exist', () => {
    for (const [name, { build, environment = {}, secrets = [], volumes = [] }] of services) {
      if (build) {
        expect(existsSync(`${ROOT}docker/${build.context}/Dockerfile`)).toBe(true);
        expect(stageOf(build.target), name).not.toBe('');
      }
      for (const secret of secrets) expect(Object.keys(FILE.secrets)).toContain(secret);
      const paths = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
      for (const path of paths) expect(secrets).toContain(path.slice('/run/secrets/'.length));
      for (const volume of volumes) expect(Object.keys(FILE.volumes)).toContain(volume.split(':')[0]);
    }
    for (const secret of Object.keys(FILE.secrets))
      expect(
        services.some(([, { secrets = [] }]) => secrets.includes(secret)),
        secret,
      ).toBe(true);
    // The commands in the first lines create the files of secrets.
    const [instructions = ''] = TEXT.split('\nname:');
    const [, loop = ''] = /for name in ([\w ]+);/.exec(instructions) ?? [];
    for (const { file } of Object.values(FILE.secrets)) {
      const name = file.replace('./secrets/', '');
      expect(loop.split(' ').includes(name) || instructions.includes(`> docker/secrets/${name}`), file).toBe(true);
    }
    // Samples that the comments of docker/ and the manual name.
    const named = [...files('docker/*'), 'docs/operations.md', 'docs/security/runbooks.md'].flatMap((path) =>
      [...read(path).matchAll(/\bdocker\/[\w-]+\.(?:cfg|conf|yaml)\b/g)].map(([found]) => found),
    );
    expect(named.filter((path) => !existsSync(ROOT + path))).toEqual([]);
  });

  it('checks the health of every service, also of those that others wait for', () => {
    for (const [name, { build, healthcheck, depends_on: needed = {} }] of services) {
      expect(healthcheck !== undefined || stageOf(build?.target ?? '').includes('HEALTHCHECK'), name).toBe(true);
      for (const [other, { condition }] of Object.entries(needed)) {
        expect(Object.keys(FILE.services)).toContain(other);
        expect(condition).toBe('service_healthy');
      }
    }
  });

  it('G37: removes writing and capabilities, limits each service, and publishes on loopback only', () => {
    expect(services).toHaveLength(5);
    for (const [name, service] of services) {
      expect(service, name).toMatchObject({
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.stringMatching(/^\d+[mg]$/) as string,
        pids_limit: expect.any(Number) as number,
        restart: 'unless-stopped',
      });
      for (const loosened of ['privileged', 'cap_add', 'network_mode', 'pid', 'ipc', 'devices', 'userns_mode'])
        expect(service, name).not.toHaveProperty(loosened);
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
    expect(TEXT).not.toContain('docker.sock');
  });

  it.each(['places', 'routing'])(
    'starts %s only with its profile, with an image that somebody has named',
    (service) => {
      const { image, profiles, ports, volumes = [], environment } = FILE.services[service] ?? {};
      expect({ profiles, ports, environment }).toEqual({ profiles: [service] });
      // `:?` would fail also without the profile. No registry has a name in .invalid.
      const variable = `${service.toUpperCase()}_IMAGE`;
      expect(image).toBe(`\${${variable}:-set-the-variable.invalid/${variable.toLowerCase()}}`);
      expect(volumes).toHaveLength(1);
      for (const volume of volumes) expect(volume).toMatch(/:ro$/);
    },
  );

  it('starts every other service without a profile', () => {
    for (const [name, { profiles }] of services)
      if (name !== 'places' && name !== 'routing') expect(profiles).toBeUndefined();
  });

  it('G37: passes secrets as files', () => {
    for (const [, { environment = {} }] of services)
      for (const name of ['SESSION_SECRET', 'OPERATIONS_KEY', 'STORAGE_PASSWORD', 'REDIS_URL'])
        expect(environment).not.toHaveProperty(name);
    expect(FILE.services['gateway']?.environment).toMatchObject({ SESSION_SECRET_FILE: '/run/secrets/session_secret' });
  });
});

describe('YAML in the documents', () => {
  const samples = files('*.md', 'docs/*.md', 'docs/security/*.md').flatMap((path) =>
    [...read(path).matchAll(/^```ya?ml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => ({ path, text })),
  );

  it('is found', () => {
    expect(samples.length).toBeGreaterThan(1);
  });

  it.each(samples)('changes services of the compose file by variables that they have: $path', ({ text }) => {
    const sample = parse(text);
    for (const [name, { environment = {} }] of Object.entries(sample.services)) {
      const { variables = [] } = SERVICES.find(({ key }) => key === name) ?? {};
      for (const variable of Object.keys(environment)) expect(variables.map((one) => one.name)).toContain(variable);
    }
  });
});

function files(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: ROOT });
}
