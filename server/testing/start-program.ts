import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A program run for tests. */
export interface TestProgram {
  /** What the ready line's first group caught. */
  ready: string;
  child: ChildProcess;
  /** Sends a signal, and waits for the program to end; gives its exit code, null when the signal ended it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

interface ProgramOptions {
  command: string;
  args: string[];
  /** The line of its output that says it is up. */
  readyLine: RegExp;
  env?: NodeJS.ProcessEnv;
}

/** Starts a program and waits until it says that it is up. Throws if it ends before. */
export async function startProgram({ command, args, readyLine, env }: ProgramOptions): Promise<TestProgram> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const exited = once(child, 'exit');

  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    const [code] = await exited;
    return code;
  };
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const ready = readyLine.exec(line);
    if (!ready) continue;
    child.stdout.resume();
    return { ready: ready[1] ?? '', child, end };
  }
  throw new Error(`${command} ${args.join(' ')} ended before it was ready`);
}
