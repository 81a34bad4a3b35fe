import { isPaid } from '../rides/ride-queries.ts';
import { auditLedgerEntries } from './audit-ledger-entries.ts';
import { type GiftCardDoc, GiftCardModel } from './gift-card-model.ts';
import { type PurchaseDoc, PurchaseModel } from './purchase-model.ts';

/**
 * What is wrong with gift cards and their purchases; nothing when all is well. Each ledger adds up, each card was paid for, each paid
 * purchase has its card, and what a card gave went to a ride that is settled.
 */
export async function auditGiftCards(): Promise<string[]> {
  const faults: string[] = [];
  for await (const card of GiftCardModel.find().lean<GiftCardDoc[]>().cursor()) {
    const found = [...auditLedgerEntries(card), ...(await issueFaults(card)), ...(await captureFaults(card))];
    faults.push(...found.map((fault) => `gift card ${card._id.toHexString()} ${fault}`));
  }
  // One that is still on the sweep's list is being fulfilled.
  const fulfilled = PurchaseModel.find({ state: 'paid', lookAt: { $exists: false } });
  for await (const purchase of fulfilled.lean<PurchaseDoc[]>().cursor()) {
    const card = await GiftCardModel.exists({ _id: purchase._id });
    if (!card) faults.push(`purchase ${purchase._id.toHexString()} is paid, but has no gift card`);
  }
  return faults;
}

async function issueFaults({ _id, entries }: GiftCardDoc): Promise<string[]> {
  const purchase = await PurchaseModel.findById(_id).lean<PurchaseDoc>();
  if (purchase?.state !== 'paid') return ['was not paid for'];
  const issuedCents = entries[0]?.amountCents;
  return issuedCents === purchase.amountCents
    ? []
    : [`was issued with ${issuedCents}, but ${purchase.amountCents} was paid`];
}

async function captureFaults({ captures }: GiftCardDoc): Promise<string[]> {
  const faults: string[] = [];
  for (const { rideId, refundableCents } of captures) {
    const isOwed = refundableCents > 0 && !(await isPaid(rideId));
    if (isOwed) faults.push(`gave ${refundableCents} to ride ${rideId}, which is not settled`);
  }
  return faults;
}
