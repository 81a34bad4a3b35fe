import { type Statement, statementSchema } from '#common/gift-cards/gift-card.ts';
import { api } from '#web/lib/api-client.ts';

/** POST /api/gift-cards/balance: what is on the card of that code. The code travels in the body. Throws `ApiError`. */
export const askBalance = (code: string): Promise<Statement> =>
  api.post('/api/gift-cards/balance', { body: { code }, schema: statementSchema });
