import { onTestFinished } from 'vitest';
import { argsOf } from '#server/testing/programs.ts';
import { startProgram, type TestProgram } from '#server/testing/start-program.ts';

/**
 * Starts `workers/index.ts` as a separate process, with this test file's services. Killed when the test ends.
 */
export async function spawnWorker(env: NodeJS.ProcessEnv = {}): Promise<TestProgram> {
  const program = await startProgram({
    command: process.execPath,
    args: argsOf('workers/index.ts'),
    env: { LOG_LEVEL: 'info', ...env },
    readyLine: /"msg":"(worker ready)"/,
  });
  onTestFinished(async () => {
    await program.end('SIGKILL');
  });
  return program;
}
