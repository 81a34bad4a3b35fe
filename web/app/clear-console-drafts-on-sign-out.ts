import { hasSignedOut, type SessionState, useSessionStore } from '#web/features/users/session-store.ts';

const staffIn = ({ session }: SessionState): string | null => session.staff?.id ?? null;

/** Loaded on demand, since most pages are not the console's. If that fails, so did the page that would have filled them. */
const clearDrafts = () =>
  Promise.all([
    import('#web/features/ops/inbox/reply-drafts.ts'),
    import('#web/features/ops/pricing/rates-edits.ts'),
  ]).then(
    ([{ clearReplyDrafts }, { clearRatesEdits }]) => {
      clearReplyDrafts();
      clearRatesEdits();
    },
    () => {},
  );

/**
 * Clears what was typed in this tab's console when the one of the staff who typed it signs out or another one signs in. It survives an
 * expired session.
 */
export function clearConsoleDraftsOnSignOut(): () => void {
  let owner = staffIn(useSessionStore.getState());

  return useSessionStore.subscribe((state) => {
    const staff = staffIn(state);
    if (staff === owner || (staff === null && !hasSignedOut())) return;
    if (owner !== null) void clearDrafts();
    owner = staff;
  });
}
