import { LogScreen } from '#web/features/ops/log/log-screen.tsx';

/** The audit log, for admins. */
export const LogPage = () => <LogScreen />;
