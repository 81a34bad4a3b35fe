import { DriversScreen } from '#web/features/ops/drivers/drivers-screen.tsx';

/** The company's drivers. */
export const OpsDriversPage = () => <DriversScreen />;
