import type { User } from '#common/users/user.ts';
import type { Draft, KeptDraft } from './draft.ts';

/** The form with name, e-mail and phone of the rider signed in, where nothing was typed over them. */
export const withContact = (kept: KeptDraft, rider: User | null): Draft => ({
  ...kept,
  customerName: kept.customerName ?? rider?.name ?? '',
  customerEmail: kept.customerEmail ?? rider?.username ?? '',
  customerPhone: kept.customerPhone ?? rider?.phone ?? '',
});
