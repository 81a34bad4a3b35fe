import { giftCardFaults } from './gift-cards/gift-card-faults.ts';
import { promoFaults } from './promos/promo-faults.ts';
import { holdFaults } from './rides/hold-faults.ts';

/**
 * Audits gift cards, promos and the rides they paid for. @returns what is wrong, a line each. It reads only; what is on its way while
 * it looks may show as a fault, so look twice.
 */
export const auditLedger = async (): Promise<string[]> => [
  ...(await giftCardFaults()),
  ...(await promoFaults()),
  ...(await holdFaults()),
];
