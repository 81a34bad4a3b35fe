import { PromoScreen } from '#web/features/ops/codes/promo-screen.tsx';

/** Promo codes, for admins. */
export const CodesPage = () => <PromoScreen />;
