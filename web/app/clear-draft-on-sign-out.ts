import { hasSignedOut, type SessionState, useSessionStore } from '#web/features/users/session-store.ts';

const riderIn = ({ session }: SessionState): string | null => session.rider?.id ?? null;

/** Loaded when it is wanted: most pages have no booking form. Where it does not come, neither does the form. */
const clearForm = () =>
  import('#web/features/booking/draft-store.ts').then(
    ({ clearDraft }) => clearDraft(),
    () => {},
  );

/**
 * Clears the booking form of this tab when its rider signs out, and when another one signs in: it holds where somebody goes, and a phone
 * number. What a visitor typed before signing in stays, and so does a form whose session ran out.
 * @returns ends that
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
