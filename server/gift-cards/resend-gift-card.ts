import { enqueueEmailAgain } from '../mail/enqueue-email-again.ts';
import { PurchaseModel } from './purchase-model.ts';

/**
 * Mails a gift card once more, to another address if one is given. It is the same card with the same code, whatever is left on it: none is
 * issued. @returns whether there is such a card
 */
export async function resendGiftCard(purchaseId: string, recipientEmail?: string): Promise<boolean> {
  if (recipientEmail) {
    await PurchaseModel.updateOne({ _id: purchaseId, state: 'paid' }, { $set: { recipientEmail } });
  }
  return enqueueEmailAgain('gift-card', purchaseId);
}
