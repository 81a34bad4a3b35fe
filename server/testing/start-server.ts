import { onTestFinished } from 'vitest';
import { argsOf } from './programs.ts';
import { startProgram, type TestProgram } from './start-program.ts';

/** A server node in a separate process. */
interface TestServer extends TestProgram {
  url: string;
}

/**
 * Starts `server/index.ts` as in production, with this test file's database and a free port. Killed when the
 * test ends.
 */
export async function startServer(env: NodeJS.ProcessEnv = {}): Promise<TestServer> {
  const program = await startProgram({
    command: process.execPath,
    args: argsOf('server/index.ts'),
    env: { PORT: '0', LOG_LEVEL: 'info', ...env },
    readyLine: /"port":(\d+),.*"msg":"server ready"/,
  });
  onTestFinished(async () => {
    await program.end('SIGKILL');
  });
  return { ...program, url: `http://127.0.0.1:${program.ready}` };
}
