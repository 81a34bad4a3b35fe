import { type ChildProcess, spawn } from 'node:child_process';

/**
 * A shell command that executes the program, after starting a background shell that kills it once descriptor
 * 3 is closed. The wrapper has the other end of that pipe, which is closed however the wrapper ends.
 */
const END_WITH_PIPE = '{ read -r _; kill -KILL $$; } <&3 2>/dev/null & exec "$0" "$@" 3<&-';

/**
 * Runs a system program for this process, the wrapper, which forwards SIGTERM and SIGINT and exits with the
 * program. If the wrapper is killed, so is the program, so that no orphan keeps its port and folder.
 */
export function wrapProgram(
  program: string,
  args: string[],
  { env, stdout = 'inherit' }: { env?: Record<string, string>; stdout?: 'inherit' | 'pipe' } = {},
): ChildProcess {
  const child = spawn('sh', ['-c', END_WITH_PIPE, program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', stdout, 'inherit', 'pipe'],
    detached: true,
  });
  child.on('error', (error) => {
    console.error(`${program} could not be started: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code) => process.exit(code ?? 1));
  const stop = () => child.kill('SIGTERM');
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return child;
}
