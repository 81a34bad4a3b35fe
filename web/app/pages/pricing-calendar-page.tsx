import { SurgeCalendarScreen } from '#web/features/ops/pricing/surge-calendar-screen.tsx';

/** The surge calendar, for admins. */
export const PricingCalendarPage = () => <SurgeCalendarScreen />;
