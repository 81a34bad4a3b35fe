import { readGiftCardBalance, type Statement } from '#common/gift-cards/gift-cards-api.ts';
import { call } from '#web/lib/call.ts';

/** What is on the card of that code. The code travels in the body. Throws `ApiError`. */
export const askBalance = (code: string): Promise<Statement> => call(readGiftCardBalance, { code });
