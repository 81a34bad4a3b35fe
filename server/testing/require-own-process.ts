/** Refuses to run in a process shared by several test files. @throws an Error that says what to do */
export function requireOwnProcess(what: string): void {
  if (process.env.MARQUEE_OWN_PROCESS) return;
  throw new Error(`${what} needs a process of its own: list the test under OWN_PROCESS in vitest.config.ts.`);
}
