import { readStored, writeStored } from '#web/lib/browser-storage.ts';

const KEY = 'signed-out';

/** Whether somebody signed out in this browser: the demo then stays anonymous until asked. */
export const hasSignedOut = (): boolean => readStored(KEY) === 'yes';

/** Remembers that somebody signed out here. */
export const markSignedOut = (): void => writeStored(KEY, 'yes');

/** Forgets it, when somebody signs in. */
export const clearSignedOut = (): void => writeStored(KEY, 'no');
