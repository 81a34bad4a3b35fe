import { auditGiftCards } from './gift-cards/audit-gift-cards.ts';
import { auditPromos } from './promos/audit-promos.ts';
import { auditHolds } from './rides/booking/ride-holds.ts';

/**
 * Audits gift cards, promos and the rides they paid for. @returns what is wrong, a line each. It reads only; what is on its way while
 * it looks may show as a fault, so look twice.
 */
export const auditLedger = async (): Promise<string[]> => [
  ...(await auditGiftCards()),
  ...(await auditPromos()),
  ...(await auditHolds()),
];
