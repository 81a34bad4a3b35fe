import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from './document-store/testing/temporary-directory.ts';
import { freePort, isPortFree } from './launch/free-port.ts';
import { supervise } from './launch/supervise.ts';

async function redisArgs(dir = temporaryDirectory()) {
  const port = await freePort();
  const entry = fileURLToPath(new URL('./redis/index.ts', import.meta.url));
  return { port, dir, args: ['--import', 'tsx', entry, '--port', `${port}`, '--dir', dir] };
}

/** Starts a redis-server in its wrapper, and waits until it is ready. */
async function startRedis() {
  const { port, dir, args } = await redisArgs();
  const wrapper = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => endWithServer(wrapper, port));
  for await (const line of createInterface({ input: wrapper.stdout })) if (line.startsWith('ready')) break;
  return { wrapper, port, dir, end: once(wrapper, 'exit') };
}

/** Cleans up after a test, even if the server is no longer a child of the wrapper. */
async function endWithServer(wrapper: ChildProcess, port: number): Promise<void> {
  if (!(await isPortFree(port))) process.kill(pidOf(port), 'SIGKILL');
  wrapper.kill('SIGKILL');
}

/** Returns the process id that the server at a port reports. */
const pidOf = (port: number): number => {
  const info = execFileSync('redis-cli', ['-p', `${port}`, 'info', 'server'], { encoding: 'utf8' });
  return Number(/process_id:(\d+)/.exec(info)?.[1]);
};

/** Resolves once a server closes its connections. */
async function untilEnded(port: number, end: () => void): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  end();
  await closed;
}

test('a server exits when its wrapper is killed', async () => {
  const { wrapper, port } = await startRedis();

  await untilEnded(port, () => wrapper.kill('SIGKILL'));

  await expect.poll(() => isPortFree(port)).toBe(true);
});

test('a supervised server is started again after its wrapper is killed', async () => {
  const consoleError = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => consoleError.mockRestore());
  const { port, args } = await redisArgs();
  let restarted = () => {};
  const onRestart = new Promise<void>((resolve) => {
    restarted = resolve;
  });
  const redis = await supervise({
    ...{ name: 'redis', args, logDir: temporaryDirectory() },
    onRestart: restarted,
  });
  onTestFinished(redis.stop);
  const [wrapper, server] = [redis.pid() ?? 0, pidOf(port)];

  process.kill(wrapper, 'SIGKILL');
  await onRestart;

  expect(redis.pid()).not.toBe(wrapper);
  expect(pidOf(port)).not.toBe(server);
});

test('the wrapper exits with 0 when it is stopped and with 1 when its server is killed', async () => {
  const [stopped, killed] = [await startRedis(), await startRedis()];

  stopped.wrapper.kill('SIGTERM');
  process.kill(pidOf(killed.port), 'SIGKILL');

  expect(await stopped.end).toEqual([0, null]);
  expect(await killed.end).toEqual([1, null]);
});

test('a second server on the same folder is refused', async () => {
  const { wrapper, dir } = await startRedis();
  const { args } = await redisArgs(dir);

  const start = supervise({ name: 'redis', args, logDir: temporaryDirectory() });

  await expect(start).rejects.toThrow(`${dir} is in use by process ${wrapper.pid}`);
});
