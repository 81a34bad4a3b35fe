import { execFile } from 'node:child_process';
import { argsOf, type ProgramFile } from './programs.ts';

/** Result of a finished program. */
export interface Ended {
  code: number;
  /** Output on stdout and stderr. */
  said: string;
}

/** Runs one of our programs until it ends, with this test's services and the given settings. */
export const runProgram = (file: ProgramFile, settings: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      argsOf(file),
      { env: { ...process.env, ...settings } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
