import { DayScreen } from '#web/features/ops/day/day-screen.tsx';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { renderEdit } from '../render-edit.tsx';
import { renderWhereabouts } from '../render-whereabouts.tsx';

/** A day of the company, by driver. */
export function OpsDayPage() {
  const staff = useSessionStore(({ session }) => session.staff);
  return (
    <DayScreen
      isAdmin={staff?.role === 'admin'}
      renderWhereabouts={renderWhereabouts}
      renderEdit={renderEdit}
    />
  );
}
