import { hasSignedOut, type SessionState, useSessionStore } from '#web/features/users/session-store.ts';

const riderIn = ({ session }: SessionState): string | null => session.rider?.id ?? null;

/** Loaded on demand, since most pages have no booking form. If that fails, the form fails to load too. */
const clearForm = () =>
  import('#web/features/booking/draft-store.ts').then(
    ({ clearDraft }) => clearDraft(),
    () => {},
  );

/**
 * Clears this tab's booking draft when its rider signs out or another one signs in, since it holds addresses
 * and a phone number. A visitor's draft survives signing in, and a rider's an expired session.
 */
export function clearDraftOnSignOut(): () => void {
  let owner = riderIn(useSessionStore.getState());

  return useSessionStore.subscribe((state) => {
    const rider = riderIn(state);
    if (rider === owner || (rider === null && !hasSignedOut())) return;
    if (owner !== null) void clearForm();
    owner = rider;
  });
}
