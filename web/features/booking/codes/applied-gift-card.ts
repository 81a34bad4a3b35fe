import * as z from 'zod/mini';
import { validGiftCardSchema } from '#common/gift-cards/gift-cards-api.ts';
import { idSchema } from '#common/id.ts';

/** A gift card taken for this booking, and the rider who was signed in then, if anybody was. */
export const appliedGiftCardSchema = z.extend(validGiftCardSchema, { appliedBy: z.nullable(idSchema) });
export type AppliedGiftCard = z.infer<typeof appliedGiftCardSchema>;
