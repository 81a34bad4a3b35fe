import { staffRoleSchema } from '#common/users/user.ts';
import { FirstSteps } from '#web/features/ops/first-steps/first-steps.tsx';
import { useSessionStore } from '#web/features/users/session-store.ts';

/** The set-up steps that the installation still needs. */
export function FirstStepsPage() {
  const role = useSessionStore(({ session }) => session.staff?.role);
  return <FirstSteps role={staffRoleSchema.safeParse(role).data ?? 'dispatcher'} />;
}
