import type { QueryFilter } from 'mongoose';
import { phoneTermsOf, wordsOf } from '#common/search-terms.ts';
import { parseCustomerSearch } from '#common/users/customer-search.ts';
import type { Customer } from '#common/users/customers-api.ts';
import type { Role } from '#common/users/user.ts';
import { someStartsWith, startsWith } from '../infra/mongo.ts';
import { type UserDoc, UserModel } from './user-model.ts';

/** The most customers that a search returns. */
const MOST_FOUND = 5;

/** The most words of one search. */
const WORDS_SEARCHED = 6;

/**
 * Returns the search terms of a rider's name and phone number, to be written in the same statement as these;
 * nothing for other roles.
 */
export function customerTermsOf({ role, name, phone }: { role: Role; name?: string; phone?: string | null }) {
  if (role !== 'rider') return {};
  return {
    ...(name !== undefined && { nameTerms: [...new Set(wordsOf(name))] }),
    ...(phone !== undefined && { phoneTerms: [...new Set(phoneTermsOf(phone ?? '').filter(Boolean))] }),
  };
}

/**
 * Accounts that a booking by phone accepts (`bookByPhone`), so not those of riders who signed up and never
 * confirmed their address. Closed and erased accounts are disabled.
 */
const IS_BOOKABLE: QueryFilter<UserDoc> = {
  role: 'rider',
  disabledAt: null,
  $or: [{ emailConfirmedAt: { $ne: null } }, { passwordHash: null }],
};

/** Finds up to five riders by what staff type: see `searchCustomers` in the contract. */
export async function findCustomers(typed: string): Promise<Customer[]> {
  const search = parseCustomerSearch(typed);
  if (!search) return [];
  if ('digits' in search) return list({ phoneTerms: someStartsWith(search.digits) });

  const words = search.words.slice(0, WORDS_SEARCHED).map((word) => ({ nameTerms: someStartsWith(word) }));
  // Two finds, each with an index of its own.
  const [named, addressed] = await Promise.all([
    list({ $and: words }),
    list({ email: startsWith(search.email) }),
  ]);
  const byId = new Map([...addressed, ...named].map((customer) => [customer.id, customer]));
  return [...byId.values()].slice(0, MOST_FOUND);
}

async function list(clause: QueryFilter<UserDoc>): Promise<Customer[]> {
  const docs = await UserModel.find({ ...clause, ...IS_BOOKABLE })
    .sort({ name: 1, _id: 1 })
    .limit(MOST_FOUND)
    .lean<UserDoc[]>();
  return docs.map(({ _id, name, email, phone }) => ({ id: _id.toHexString(), name, email, phone }));
}
