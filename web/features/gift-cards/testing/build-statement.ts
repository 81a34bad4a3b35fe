import type { Statement } from '#common/gift-cards/gift-card-codes-api.ts';

/**
 * Builds the statement of a $250 card: a paid ride to Bellagio, an expired hold for Allegiant Stadium, and a
 * current hold for Sphere. The balance is $40.18.
 */
export const buildStatement = (overrides: Partial<Statement> = {}): Statement => ({
  last4: '91TD',
  balanceCents: 4018,
  heldCents: 5000,
  entries: [
    { kind: 'issue', amountCents: 25000, at: '2026-11-01T18:00:00.000Z', memo: null },
    { kind: 'hold', amountCents: -15982, at: '2026-11-06T18:00:00.000Z', memo: 'Bellagio' },
    { kind: 'capture', amountCents: 0, at: '2026-11-06T18:02:00.000Z', memo: 'Bellagio' },
    { kind: 'hold', amountCents: -9905, at: '2026-11-13T18:00:00.000Z', memo: 'Allegiant Stadium' },
    { kind: 'release', amountCents: 9905, at: '2026-11-13T18:30:00.000Z', memo: 'Allegiant Stadium' },
    { kind: 'hold', amountCents: -5000, at: '2026-11-21T00:08:00.000Z', memo: 'Sphere' },
  ],
  holds: [{ amountCents: 5000, until: '2026-11-21T00:38:00.000Z' }],
  ...overrides,
});
