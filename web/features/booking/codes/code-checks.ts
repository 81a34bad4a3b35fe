/** Checks of codes in flight. Each resolves to whether its code was applied. */
const running = new Set<Promise<boolean>>();

/** Registers a check until it has ended. */
export async function trackCodeCheck(check: Promise<boolean>): Promise<void> {
  running.add(check);
  try {
    await check;
  } finally {
    running.delete(check);
  }
}

/**
 * Waits while a code is being checked.
 * @returns whether every code was applied; false also when the rider has left the form meanwhile
 */
export async function areCodesApplied(): Promise<boolean> {
  while (running.size > 0) {
    const applied = await Promise.all(running);
    if (applied.includes(false)) return false;
  }
  return true;
}
