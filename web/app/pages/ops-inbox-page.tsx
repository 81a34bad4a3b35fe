import { InboxScreen } from '#web/features/ops/inbox/inbox-screen.tsx';
import { useSessionStore } from '#web/features/users/session-store.ts';

/** The messages that were sent to the company. */
export function OpsInboxPage() {
  const staff = useSessionStore(({ session }) => session.staff);
  return staff && <InboxScreen me={{ id: staff.id, name: staff.name }} />;
}
