import { staffRoleSchema } from '#common/users/user.ts';
import { BoardScreen } from '#web/features/ops/board/board-screen.tsx';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { renderEdit } from '../render-edit.tsx';
import { renderWhereabouts } from '../render-whereabouts.tsx';

/** The console's first page: every ride, live. */
export function RidesBoardPage() {
  const role = useSessionStore(({ session }) => session.staff?.role);
  return (
    <BoardScreen
      role={staffRoleSchema.safeParse(role).data ?? 'dispatcher'}
      renderWhereabouts={renderWhereabouts}
      renderEdit={renderEdit}
    />
  );
}
