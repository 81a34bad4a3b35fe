/** A purchase that failed for a reason whose words the visitor may read. */
export class PurchaseError extends Error {
  override readonly name = 'PurchaseError';
}
