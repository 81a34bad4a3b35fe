import { type ChildProcess, spawn } from 'node:child_process';

/**
 * A shell that becomes the program, and before that leaves another behind which kills it when descriptor 3 is closed. The other end of that pipe
 * is the wrapper's, and closed however the wrapper ends.
 */
const END_WITH_PIPE = '{ read -r _; kill -KILL $$; } <&3 2>/dev/null & exec "$0" "$@" 3<&-';

/**
 * Runs a program of the system on behalf of this process, its wrapper, which passes SIGTERM and SIGINT on and exits as the program does. Where
 * the wrapper is killed the program is too, so that no orphan holds its port and folder.
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
