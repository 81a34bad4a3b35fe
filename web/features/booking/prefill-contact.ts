import type { User } from '#common/users/user.ts';
import type { Draft } from './draft.ts';

/** What the signed-in rider need not type again: name, e-mail and phone, where the form is still blank. */
export const prefillContact = (draft: Draft, rider: User): Partial<Draft> => ({
  customerName: draft.customerName || rider.name,
  customerEmail: draft.customerEmail || rider.username,
  customerPhone: draft.customerPhone || (rider.phone ?? ''),
});
