import { auditGiftCards } from './gift-cards/ledger-audit.ts';
import { auditPromos } from './promos/promo-audit.ts';
import { auditHolds } from './rides/booking/ride-holds.ts';
import { isPaid } from './rides/ride-queries.ts';

/**
 * Audits gift cards, promos and the rides they paid for. Reads only. Changes in flight may show as problems,
 * so run it twice.
 *
 * @returns the problems, a line each
 */
export const auditLedger = async (): Promise<string[]> => [
  ...(await auditGiftCards({ isPaid })),
  ...(await auditPromos()),
  ...(await auditHolds()),
];
