import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { get } from 'node:https';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#embedded/launch/free-port.ts';
import { startProgram, type TestProgram } from '#server/testing/start-program.ts';

const dir = mkdtempSync(join(tmpdir(), 'marquee-haproxy-'));
const certificate = join(dir, 'certificate.pem');
const key = join(dir, 'key.pem');
/** Whether the server for sockets reports that it receives no changes. */
let receivesNoChanges = false;
/** Connections to the API server on which /api/config was requested. */
const connections = new Set<Socket>();
const api = createServer((req, res) => {
  if (req.url === '/api/config') connections.add(req.socket);
  res.end();
});
const sockets = createServer((req, res) => {
  res.statusCode = receivesNoChanges && req.url === '/readyz/sockets' ? 404 : 200;
  res.end();
});
let balancer: TestProgram;
let port = 0;
let opsPort = 0;

beforeAll(async () => {
  const subject = ['-subj', '/CN=localhost', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject], {
    stdio: 'ignore',
  });
  writeFileSync(certificate, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  const lineOf = async (name: string, server: Server) => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `  server ${name} 127.0.0.1:${Object(server.address()).port}\n`;
  };
  const backend = join(dir, 'servers.cfg');
  const [apiLine, socketsLine] = [await lineOf('api-1', api), await lineOf('sockets-1', sockets)];
  writeFileSync(
    backend,
    `backend servers\n${apiLine}\nbackend sockets\n  option httpchk GET /readyz/sockets\n${socketsLine}`,
  );
  [port, opsPort] = [await freePort(), await freePort()];
  const configs = ['deploy/haproxy.cfg', backend].flatMap((each) => ['--config', each]);
  balancer = await startProgram({
    command: process.execPath,
    args: ['--import', 'tsx', 'embedded/balancer/index.ts', '--port', `${port}`, ...configs],
    readyLine: /^(ready)/,
    env: { TLS_CERTIFICATE: certificate, OPS_HOST: '127.0.0.1', OPS_PORT: `${opsPort}` },
  });
});

afterAll(async () => {
  await balancer?.end();
  api.close();
  sockets.close();
  rmSync(dir, { recursive: true });
});

async function ask(path: string, at: number): Promise<IncomingMessage> {
  const [reply] = await once(get({ port: at, path, rejectUnauthorized: false, agent: false }), 'response');
  return reply.resume();
}

const statusOf = async (path: string, at: number) => (await ask(path, at)).statusCode;
const serverOf = async (path: string, at: number) => (await ask(path, at)).headers['x-served-by'];

const OPERATIONS = [
  '/healthz',
  '/readyz',
  '/readyz/sockets',
  '/metrics',
  '/METRICS',
  '/metrics/',
  '/metrics?all',
  '/ops/queues',
  '/Ops/Queues/api/queues',
];

test.each(OPERATIONS)('%s is reachable through the operations port only', async (path) => {
  expect([await statusOf(path, port), await statusOf(path, opsPort)]).toEqual([404, 200]);
});

test.each(['/', '/ops', '/ops/rides', '/api/config'])(
  '%s is reachable through the public port only',
  async (path) => {
    expect([await statusOf(path, port), await statusOf(path, opsPort)]).toEqual([200, 404]);
  },
);

test('sockets and their readiness probe go to the socket servers, and everything else to the API servers', async () => {
  for (const path of ['/socket.io/?EIO=4&transport=websocket', '/socket.io/?EIO=4&transport=polling']) {
    expect(await serverOf(path, port)).toBe('sockets-1');
  }
  for (const path of ['/', '/api/rides', '/socket', '/api/socket.io/']) {
    expect(await serverOf(path, port)).toBe('api-1');
  }
  expect(await serverOf('/readyz/sockets', opsPort)).toBe('sockets-1');
  for (const path of ['/readyz', '/healthz', '/metrics', '/ops/queues']) {
    expect(await serverOf(path, opsPort)).toBe('api-1');
  }
});

test('a socket server that receives no changes gets no sockets, while API requests still work', async () => {
  expect(await statusOf('/socket.io/?EIO=4', port)).toBe(200);

  receivesNoChanges = true;
  await expect.poll(() => statusOf('/socket.io/?EIO=4', port)).toBe(503);
  expect(await statusOf('/api/config', port)).toBe(200);

  receivesNoChanges = false;
  await expect.poll(() => statusOf('/socket.io/?EIO=4', port)).toBe(200);
});

test('requests of new clients reuse the balancer’s connections to the server', async () => {
  await ask('/api/config', port);
  connections.clear();

  for (let visitor = 0; visitor < 10; visitor += 1) await ask('/api/config', port);

  // The last client gets its reply shortly before HAProxy gets the connection back. HAProxy may then open a
  // second one, which is kept as well.
  expect(connections.size).toBeLessThanOrEqual(2);
});

interface Offer {
  minVersion?: SecureVersion;
  maxVersion?: SecureVersion;
  ciphers?: string;
}

/** Returns the protocol and cipher negotiated with a client that offers only these, or the error. */
const agreedWith = (offer: Offer): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...offer }, () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
      socket.destroy();
    }).once('error', () => resolve('refused'));
  });

test.each<[string, Offer, RegExp]>([
  ['TLS 1.3', {}, /^TLSv1.3 TLS_/],
  ['TLS 1.2 with forward secrecy', { maxVersion: 'TLSv1.2' }, /^TLSv1.2 ECDHE-RSA-.*(GCM|POLY1305)/],
  ['TLS 1.1', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }, /refused/],
  [
    'a key exchange without forward secrecy',
    { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' },
    /refused/,
  ],
  ['CBC', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-SHA256' }, /refused/],
])('the balancer agrees only on TLS 1.2 or newer with secure ciphers: %s', async (_name, offer, agreed) => {
  expect(await agreedWith(offer)).toMatch(agreed);
});
