import { People } from '#web/features/ops/people/people.tsx';
import { useSessionStore } from '#web/features/users/session-store.ts';

/** The staff accounts, for admins. */
export function PeoplePage() {
  const ownId = useSessionStore(({ session }) => session.staff?.id ?? '');
  return <People ownId={ownId} />;
}
