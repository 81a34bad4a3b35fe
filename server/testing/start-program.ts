import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A program that a test started. */
export interface TestProgram {
  /** The first captured group of the ready line. */
  ready: string;
  child: ChildProcess;
  /** Sends a signal and waits for the program to end. Returns its exit code, null if the signal killed it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

interface ProgramOptions {
  command: string;
  args: string[];
  /** Matches the output line that announces readiness. */
  readyLine: RegExp;
  env?: NodeJS.ProcessEnv;
}

/** Starts a program and waits until it is ready. @throws if it ends before */
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
