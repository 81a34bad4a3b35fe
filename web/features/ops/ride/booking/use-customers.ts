import { useEffect, useState } from 'react';
import { parseCustomerSearch } from '#common/users/customer-search.ts';
import { type Customer, searchCustomers } from '#common/users/customers-api.ts';
import { call } from '#web/lib/call.ts';

/** Debounce of the search, in milliseconds. */
const REST_MS = 250;

interface FoundCustomers {
  customers: readonly Customer[];
  /** `idle` while the text is too short to search for. */
  phase: 'idle' | 'searching' | 'found' | 'failed';
}

const IDLE: FoundCustomers = { customers: [], phase: 'idle' };

/**
 * Finds the customers for the latest text, once typing pauses. Those found for an earlier text are dropped,
 * so that no key press chooses a row that has just been replaced.
 */
export function useCustomers(text: string): FoundCustomers {
  const [found, setFound] = useState<FoundCustomers & { text: string }>({ ...IDLE, text: '' });
  const isSearch = parseCustomerSearch(text) !== null;

  useEffect(() => {
    if (!isSearch) return;
    const reading = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const customers = await call(searchCustomers, { q: text }, { signal: reading.signal });
        if (!reading.signal.aborted) setFound({ customers, phase: 'found', text });
      } catch {
        if (!reading.signal.aborted) setFound({ customers: [], phase: 'failed', text });
      }
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      reading.abort();
    };
  }, [text, isSearch]);

  if (!isSearch) return IDLE;
  return found.text === text ? found : { customers: [], phase: 'searching' };
}
