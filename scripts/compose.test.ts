import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const [head = '', rest = ''] = readFileSync('docker-compose.yml', 'utf8').split(/^services:\n/m);
const [body = '', networks = ''] = rest.split(/^networks:\n/m);
/** The text of each service. For servers and workers, it begins with their shared part. */
const services = new Map(
  body
    .split(/^ {2}(?=\w+:\n)/m)
    .slice(1)
    .map((text) => [/^\w+/.exec(text)?.[0] ?? '', text.includes('<<: *app') ? head + text : text] as const),
);
const textOf = (name: string) => services.get(name) ?? '';

test('MongoDB and Redis are on an internal network, publish no ports, and require passwords', () => {
  expect(networks).toContain('stores: { internal: true }');
  const onStoresNetwork = [...services].filter(([, text]) => /networks: \[.*\bstores\b.*\]/.test(text));
  expect(onStoresNetwork.map(([name]) => name)).toEqual([
    'migrate',
    'api',
    'sockets',
    'workers',
    'mongo',
    'redis',
    'backup',
  ]);
  for (const store of ['mongo', 'redis']) {
    expect(textOf(store)).toContain('networks: [stores]');
    expect(textOf(store)).not.toContain('ports:');
  }
  expect(textOf('redis')).toMatch(/- --requirepass\n +- \$\{REDIS_PASSWORD/);
  expect(textOf('mongo')).toContain('MONGO_INITDB_ROOT_PASSWORD: ${MONGO_ROOT_PASSWORD:?');
});

test('MongoDB is a replica set that its health check initiates, and servers and workers use its name', () => {
  const [, name] = /--replSet (\w+)/.exec(textOf('mongo')) ?? [];
  expect(name).toBe('marquee');
  expect(textOf('mongo')).toMatch(/healthcheck:\n +test: .*mongo-replica-set\.js/);
  expect(readFileSync('deploy/mongo-replica-set.js', 'utf8')).toContain(`_id: '${name}'`);
  for (const program of ['api', 'sockets', 'workers'])
    expect(textOf(program)).toContain(`replicaSet=${name}`);
});

test('MongoDB can restart with the files of its container, which CI tries after the smoke test', () => {
  // With fs.protected_regular set, not even root may write to another user's file in /tmp.
  expect(textOf('mongo')).toMatch(/rm -f \/tmp\/key &&\n +\(umask 077 && [^\n]*> \/tmp\/key\)/);
  const [, afterSmoke = ''] = readFileSync('.github/workflows/ci.yml', 'utf8').split('npm run smoke');
  expect(afterSmoke).toMatch(
    /docker compose restart mongo\n[^-]*docker compose up --detach --wait .*mongo\n/,
  );
});

test('API requests and sockets have separate services, which the balancer finds by name', () => {
  const [, ...backends] = readFileSync('deploy/servers.cfg', 'utf8').split(/^backend /m);
  const found = backends.map((text) => [
    /^\w+/.exec(text)?.[0],
    /server-template \S+ \d+ (\w+):3000/.exec(text)?.[1],
  ]);

  expect(found).toEqual([
    ['servers', 'api'],
    ['sockets', 'sockets'],
  ]);
  for (const [, service = ''] of found) expect(textOf(service)).toContain(`ROLE: ${service} }`);
  expect(textOf('haproxy')).toContain('depends_on: [api, sockets]');
});

/** Settings that servers and workers do not share, and why. */
const NOT_SHARED: Record<string, string> = {
  ROLE: 'api and sockets have one each, workers none',
  HOST: 'in a container they listen on every interface',
  STRIPE_SIMULATOR_URL: 'refused in production',
  DEMO_MODE: 'refused in production',
};

test('every setting is passed to servers and workers, except those that they do not share', () => {
  const namesIn = (text: string, name: RegExp) => Array.from(text.matchAll(name), ([, each = '']) => each);
  const settings = namesIn(readFileSync('server/env.ts', 'utf8'), /^ {2}([A-Z_]+): /gm);
  const passed = new Set(namesIn(head, /^ {4}([A-Z_]+): /gm));

  expect(settings.length).toBeGreaterThan(20);
  expect(settings.filter((name) => !passed.has(name))).toEqual(Object.keys(NOT_SHARED));
});

test('servers and workers start only after the same image has migrated the database once', () => {
  const migrate = textOf('migrate').slice(head.length);
  expect(migrate).toContain('command: [node, --enable-source-maps, dist/migrate.js]');
  expect(migrate).toContain("restart: 'no'");
  expect(migrate).toContain(
    'depends_on:\n      mongo: { condition: service_healthy }\n    healthcheck: { disable: true }',
  );
  expect(readFileSync('Dockerfile', 'utf8')).toContain('/app/dist/migrate.js*');
  for (const program of ['api', 'sockets', 'workers']) {
    expect(textOf(program)).toContain('migrate: { condition: service_completed_successfully }');
    expect(textOf(program).slice(head.length)).not.toContain('depends_on:');
  }
});

test('the image contains every program of an installation that an npm script runs, except the demo data', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const run = Object.values<string>(scripts).flatMap(
    (script) => /on-services\.mjs server\/([\w-]+)\.ts/.exec(script)?.[1] ?? [],
  );
  const programs = run.filter((name) => name !== 'seed');

  expect(programs).toContain('check-ledger');
  const built = readFileSync('scripts/build.mjs', 'utf8');
  const image = readFileSync('Dockerfile', 'utf8');
  for (const name of programs) {
    expect(built).toContain(`: 'server/${name}.ts',`);
    expect(image).toContain(`/app/dist/${name}.js*`);
  }
});

test('the number of servers and workers is a setting, so that no later command resets it', () => {
  const example = readFileSync('.env.example', 'utf8');
  for (const [service, setting] of [
    ['api', 'API_SERVERS'],
    ['sockets', 'SOCKET_SERVERS'],
    ['workers', 'WORKERS'],
  ] as const) {
    expect(textOf(service)).toContain(`scale: \${${setting}:-1}`);
    expect(example).toMatch(new RegExp(`^${setting}=1$`, 'm'));
  }
});

test('only the balancer is published to the network; ports for operations are published to this machine only', () => {
  const published = [...services].flatMap(([name, text]) =>
    [...text.matchAll(/[-[] ?'?((?:127\.0\.0\.1:)?[^\s']+:\d{4})'?\]?$/gm)]
      .filter(([, port]) => !port?.includes('mongodb'))
      .map(([, port]) => [name, port?.startsWith('127.0.0.1:') ? 'this machine' : 'anybody']),
  );
  expect(published).toEqual([
    ['haproxy', 'anybody'],
    ['haproxy', 'this machine'],
    ['maildev', 'this machine'],
  ]);
});

test.each([...services.keys()])('%s has a memory limit and a process limit', (name) => {
  expect(textOf(name)).toMatch(/mem_limit: \d+/);
  expect(textOf(name)).toMatch(/pids_limit: \d+/);
});

test('the memory alert fires before the heap limit of Node, which is below the limit of the container', () => {
  const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);
  const given = numberIn(head, /mem_limit: (\d+)m/) * 1024 ** 2;
  const heap = numberIn(head, /NODE_OPTIONS: --max-old-space-size=(\d+)\n/) * 1024 ** 2;
  const rule = readFileSync('deploy/alerts.yml', 'utf8');
  const noticed = numberIn(rule, /process_resident_memory_bytes\) > (\d+)\n/);
  const [, description] = /holds (\d+ MB of its \d+)\./.exec(rule) ?? [];

  // Memory that a process uses besides its old-generation heap: 100 MB when it is terminated, more while
  // passwords are hashed.
  expect(noticed).toBeLessThan(heap + 80e6);
  expect(heap + 180e6).toBeLessThan(given);
  expect(description).toBe(`${noticed / 1e6} MB of its ${Math.floor(given / 1e6)}`);
});

test.each([...services.keys()])('%s rotates its log, which limits the disk space it takes', (name) => {
  expect(textOf(name)).toContain('logging: *logging');
  expect(head).toMatch(/&logging\n +driver: json-file\n +options: \{ max-size: 50m, max-file: '5' \}/);
});

test('a backup is consistent, private and checksummed, and gets its name only when complete', () => {
  const script = readFileSync('deploy/backup.sh', 'utf8');
  expect(script).toMatch(/^umask 077$/m);
  expect(script).toMatch(/mongodump .*\\\n.*--oplog /);
  expect(script.indexOf('manifest.json')).toBeLessThan(script.indexOf('mv "$unfinished" "$path"'));
  // An interrupted backup leaves its folder: the password is kept in the memory of the container instead.
  expect(script).toMatch(/^config=\$\(mktemp\)$/m);
  expect(script).toMatch(/^trap '[^']*"\$config"[^']*' EXIT$/m);
  expect(textOf('backup')).toContain('tmpfs: [/tmp]');
  expect(readFileSync('deploy/restore.sh', 'utf8')).toMatch(/sha256sum -c[\s\S]*--oplogReplay/);
  for (const name of ['backup', 'restore']) execFileSync('sh', ['-n', `deploy/${name}.sh`]);
  for (const program of ['api', 'sockets', 'workers']) expect(textOf(program)).toContain(':/backups:ro');
  expect(textOf('backup')).toContain('/deploy/backup.sh');
});

test('every container image has a version tag, and Renovate pins its digest', () => {
  const images = ['docker-compose.yml', 'Dockerfile'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ *(?:image:|FROM) (\S+)/gm)].map(([, image]) => image),
  );
  const named = images.filter((image) => image !== 'marquee');

  expect(named.length).toBeGreaterThan(5);
  for (const image of named) expect(image).toMatch(/^[\w./-]+:\d[\w.-]*(?:@sha256:[\da-f]{64})?$/);
  expect(JSON.parse(readFileSync('renovate.json', 'utf8')).extends).toContain('docker:pinDigests');
});
